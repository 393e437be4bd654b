package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Problems that carry every aspect, and the same with one of them changed. */
final class ReadAspects {

  private ReadAspects() {}

  /**
   * A problem that is a function of the seed. Many have jobs of single workers, equal jobs or equal
   * throughputs, without which some policies have nothing to decide.
   */
  static AllocationProblem problem(long seed) {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES);
    Kind kind = seed % 7 == 6 ? Kind.ELASTIC : kinds.get((int) (seed % kinds.size()));
    AllocationProblem flat = Problems.complete(seed, kind);
    AllocationProblem tree = Trees.withFinishTimes(flat, seed);
    Random random = new Random(seed);
    boolean single = seed % 3 > 0;
    AllocationProblem certain =
        mapped(
            tree,
            job -> {
              Job.Builder copy = job.toBuilder().history(past(random, tree.cluster()));
              if (seed % 5 == 0) {
                copy.stepsRemaining(1e4).history(History.none()); // so that keys are equal
              }
              return (single ? copy.scaleFactor(1) : copy).build();
            },
            tree.cluster());
    return Intervals.random(certain, random);
  }

  private static History past(Random random, Cluster cluster) {
    History past =
        History.none()
            .withService(1e4 * random.nextDouble(), 1e5 * random.nextDouble())
            .withContendedSeconds(1e5 * random.nextDouble())
            .withRestarts(random.nextInt(3));
    return random.nextBoolean()
        ? past.runningOn(
            cluster.type(random.nextInt(cluster.typeCount())).name(),
            random.nextBoolean() ? 100 : 0)
        : past;
  }

  /** The problem without anything of an aspect; the reverse order in place of an order. */
  static AllocationProblem without(AllocationProblem problem, Aspect aspect) {
    return switch (aspect) {
      case WEIGHTS -> jobs(problem, job -> job.toBuilder().weight(1).build());
      case ENTITIES ->
          AllocationProblem.of(
              problem.cluster(),
              problem.jobs().stream().map(ReadAspects::withoutEntity).toList(),
              problem.throughputs());
      case SLOS -> jobs(problem, job -> job.toBuilder().withoutSlo().build());
      case STEPS -> jobs(problem, job -> withoutSteps(job).build());
      case HISTORY ->
          jobs(
              problem,
              job ->
                  job.toBuilder()
                      .secondsSinceStart(0)
                      .isolatedSecondsSoFar(0)
                      .history(History.none())
                      .build());
      case PAIRS -> problem.withoutPairs();
      case CONFIGURATIONS -> problem.withoutConfigurations();
      case SHARES -> jobs(problem, job -> job.toBuilder().gpuMilli(Job.WHOLE_WORKER).build());
      case PRICES -> priced(problem, type -> 0);
      case CONSTRAINTS -> problem.withConstraints(ConstraintSet.none());
      case INTERVALS -> problem.withThroughputs(Intervals.none(problem.throughputs()));
      case ARRIVAL_ORDER -> reversed(problem);
    };
  }

  /** The problem with other values of an aspect, such that who needs it still has it. */
  static AllocationProblem with(AllocationProblem problem, Aspect aspect, long seed) {
    Random random = new Random(seed);
    return switch (aspect) {
      case WEIGHTS -> jobs(problem, job -> job.toBuilder().weight(1 + random.nextInt(9)).build());
      case STEPS ->
          jobs(
              problem,
              job ->
                  job.toBuilder()
                      .stepsRemaining(
                          random.nextInt(3) == 0
                              ? 0
                              : job.stepsRemaining().orElse(0) * random.nextDouble())
                      .build());
      case PRICES -> priced(problem, type -> 0.1 + type);
      case INTERVALS -> Intervals.random(problem, random);
      case CONSTRAINTS ->
          problem.constraining(
              Constraint.named("third").that(LinearForm.workers()).atMostPartOfCapacity(1.0 / 3));
      default -> without(problem, aspect);
    };
  }

  private static Job.Builder withoutSteps(Job job) {
    Job.Builder copy = bare(job);
    job.entity().ifPresent(copy::entity);
    return copy;
  }

  private static Job withoutEntity(Job job) {
    Job.Builder copy = bare(job);
    job.stepsRemaining().ifPresent(copy::stepsRemaining);
    return copy.build();
  }

  /** Without steps and entity. */
  private static Job.Builder bare(Job job) {
    Job.Builder copy =
        Job.builder(job.id())
            .scaleFactor(job.scaleFactor())
            .gpuMilli(job.gpuMilli())
            .weight(job.weight())
            .secondsSinceStart(job.secondsSinceStart())
            .isolatedSecondsSoFar(job.isolatedSecondsSoFar())
            .history(job.history());
    job.sloSeconds().ifPresent(copy::sloSeconds);
    return copy;
  }

  private static AllocationProblem jobs(AllocationProblem problem, UnaryOperator<Job> change) {
    return mapped(problem, change, problem.cluster());
  }

  /** The price of a type by its index. */
  @FunctionalInterface
  private interface Price {
    double of(int type);
  }

  private static AllocationProblem priced(AllocationProblem problem, Price price) {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      types.add(problem.cluster().type(j).withPricePerHour(price.of(j)));
    }
    return mapped(problem, UnaryOperator.identity(), Cluster.of(types));
  }

  private static AllocationProblem mapped(
      AllocationProblem problem, UnaryOperator<Job> change, Cluster cluster) {
    List<Job> jobs = problem.jobs().stream().map(change).toList();
    return AllocationProblem.of(cluster, jobs, problem.throughputs(), problem.entities());
  }

  private static AllocationProblem reversed(AllocationProblem problem) {
    List<Job> jobs = new ArrayList<>(problem.jobs());
    Collections.reverse(jobs);
    ThroughputMatrix rates = problem.throughputs();
    return AllocationProblem.of(
        problem.cluster(),
        jobs,
        reversed(rates).within(reversed(rates.low()), reversed(rates.high())),
        problem.entities());
  }

  private static ThroughputMatrix reversed(ThroughputMatrix matrix) {
    int last = matrix.jobCount() - 1;
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(matrix.typeCount());
    for (int m = last; m >= 0; m--) {
      rates.job(row(matrix, m, 0));
    }
    List<Integer> others = new ArrayList<>();
    for (int g = last + 1; g < matrix.groupCount(); g++) {
      if (matrix.group(g) instanceof Group.Pair) {
        others.add(0, g);
      } else {
        others.add(g);
      }
    }
    for (int g : others) {
      if (matrix.group(g) instanceof Group.Configuration way) {
        rates.configuration(last - way.job(), way.name(), way.holding(), row(matrix, g, 0));
      } else {
        Group pair = matrix.group(g);
        rates.pair(
            last - pair.member(1), last - pair.member(0), row(matrix, g, 1), row(matrix, g, 0));
      }
    }
    return rates.build();
  }

  private static double[] row(ThroughputMatrix matrix, int g, int member) {
    double[] row = new double[matrix.typeCount()];
    for (int j = 0; j < row.length; j++) {
      row[j] = matrix.stepsPerSecond(g, member, j);
    }
    return row;
  }
}
