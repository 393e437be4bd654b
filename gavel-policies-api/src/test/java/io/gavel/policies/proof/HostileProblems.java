package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Changes small problems into hostile ones with all that a certificate may have to cover. */
final class HostileProblems {

  private static final int NOT_HOSTILE = -1;
  private static final int MOST_EXPONENT = 1070;
  private static final double LARGEST = 1e300;
  private static final Discipline BY_TIME = Discipline.FINISH_TIME_FAIRNESS;

  private HostileProblems() {}

  /** The problem with other rates, and perhaps with pairs by job type, entities, constraints. */
  static AllocationProblem of(AllocationProblem plain, Random random, Random trees) {
    boolean alone = plain.pairCount() + plain.configurationCount() == 0;
    boolean byType = alone && random.nextInt(6) == 0;
    boolean inTree = !byType && alone && trees.nextBoolean();
    AllocationProblem paired = byType ? withPairsByType(plain, random) : plain;
    AllocationProblem rated = withRates(paired, random);
    AllocationProblem hostile = inTree ? inEntities(rated, trees) : rated;
    return random.nextBoolean() ? hostile : constrained(hostile, random);
  }

  /** Jobs of two types, of which each shares workers with the other and with itself. */
  private static AllocationProblem withPairsByType(AllocationProblem plain, Random random) {
    int types = plain.cluster().typeCount();
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    List<Job> jobs = new ArrayList<>();
    plain
        .jobs()
        .forEach(
            job -> jobs.add(job.toBuilder().type("ab".charAt(random.nextInt(2)) + "").build()));
    jobs.stream()
        .mapToInt(Job::scaleFactor)
        .distinct()
        .forEach(
            scale -> {
              double[] same = random.doubles(types, -1, 4).map(r -> Math.max(0, r)).toArray();
              double[] of = random.doubles(types, -1, 4).map(r -> Math.max(0, r)).toArray();
              double[] other = random.doubles(types, 0, 4).toArray();
              table.pair("a", "b", scale, of, other).pair("b", "b", scale, same, same);
            });
    return AllocationProblem.of(plain.cluster(), jobs, plain.throughputs(), plain.entities())
        .sharingByType(table.build())
        .withAllPairs();
  }

  /**
   * The same problem with rates over 12 or 600 orders of magnitude, some of them subnormal, or with
   * equal rates.
   */
  private static AllocationProblem withRates(AllocationProblem plain, Random random) {
    int most = List.of(NOT_HOSTILE, NOT_HOSTILE, 0, 20, 1000, MOST_EXPONENT).get(random.nextInt(6));
    if (most == NOT_HOSTILE) {
      return plain;
    }
    boolean byEntry = random.nextInt(3) == 0;
    double equal = random.nextDouble() + 0.5;
    int[] exponent =
        IntStream.range(0, plain.jobCount())
            .map(m -> random.nextInt(2 * most + 1) - most)
            .toArray();
    int types = plain.cluster().typeCount();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(types);
    for (int g = 0; g < plain.groupCount(); g++) {
      Group group = plain.group(g);
      double[][] rows = new double[group.size()][types];
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < types; j++) {
          double rate = plain.throughputs().stepsPerSecond(g, i, j);
          int own = byEntry ? random.nextInt(2 * most + 1) - most : exponent[group.member(i)];
          double scaled = Math.min(LARGEST, Math.scalb(rate * random.nextDouble(), own));
          rows[i][j] = most > 0 ? scaled : rate > 0 ? equal : 0;
        }
      }
      if (group instanceof Group.Pair pair) {
        rates.pair(pair.first(), pair.second(), rows[0], rows[1]);
      } else if (group instanceof Group.Configuration other) {
        rates.configuration(other.job(), other.name(), other.holding(), rows[0]);
      } else {
        rates.job(rows[0]);
      }
    }
    return AllocationProblem.of(plain.cluster(), plain.jobs(), rates.build(), plain.entities());
  }

  /** A problem without pairs with its jobs in random entities, up to four deep. */
  static AllocationProblem inEntities(AllocationProblem plain, Random random) {
    int count = 1 + random.nextInt(4);
    List<Entity> entities = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      int parent = random.nextInt(e + 1);
      boolean isTop = parent == e || entities.get(parent).discipline() == BY_TIME;
      Discipline[] all = Discipline.values();
      entities.add(
          new Entity(
              "e" + e,
              isTop ? Optional.empty() : Optional.of("e" + parent),
              Math.scalb(1 + random.nextDouble(), random.nextInt(9) == 0 ? 400 : 0),
              all[random.nextInt(all.length)]));
    }
    List<Job> jobs = new ArrayList<>();
    for (Job job : plain.jobs()) {
      int e = random.nextInt(count + 1);
      Job.Builder copy = job.toBuilder().stepsRemaining(1).weight(1 + random.nextInt(3));
      jobs.add(e < count ? copy.entity("e" + e).build() : copy.build());
    }
    return AllocationProblem.of(plain.cluster(), jobs, plain.throughputs(), entities);
  }

  /** With limits that all feasible allocations of the problem keep, some of sets of jobs. */
  private static AllocationProblem constrained(AllocationProblem plain, Random random) {
    AllocationProblem limited =
        plain.constraining(
            Constraint.named("workers")
                .that(LinearForm.workers())
                .atMost(1000.1 * plain.jobCount()));
    if (random.nextBoolean()) {
      limited = limited.constraining(Constraint.named("few").that(LinearForm.time()).atLeast(0));
    }
    String[] set =
        plain.jobs().stream()
            .map(Job::id)
            .filter(id -> random.nextBoolean())
            .toArray(String[]::new);
    if (set.length > 0) {
      LinearForm ofSet = LinearForm.time().ofJobs(set);
      limited =
          limited
              .constraining(Constraint.named("set").that(ofSet).atMost(set.length))
              .constraining(
                  Constraint.named("part of set").that(ofSet).atMostPartOf(1, LinearForm.time()))
              .constraining(
                  Constraint.named("steps").that(LinearForm.steps().ofJobs(set)).atLeast(0));
    }
    return limited;
  }
}
