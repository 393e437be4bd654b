package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Program.Purchasable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Small random problems that mix all features: gangs, shares of workers, pairs, pairs by job type,
 * configurations, eligibility, trees of entities, quotas, SLOs, prices and constraints. Half of
 * them have round numbers, whose programs are degenerate, and about half contradict themselves.
 */
final class MixedProblems {

  /** From this seed on, guarantees are rights and some constraints are soft. */
  static final long RIGHTS = 10_000;

  private static final double[] ROUND = {0, 0, 0.1, 0.25, 0.5, 1, 1, 2, 3, 5};

  private final Random random;
  private final boolean round;

  private MixedProblems(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    round = random.nextBoolean();
  }

  /** A problem that is a function of its seed. */
  static AllocationProblem of(long seed) {
    AllocationProblem problem = new MixedProblems(seed).problem();
    return seed < RIGHTS ? problem : withRights(problem, new Random(seed));
  }

  /** Returns the problem with rights instead of duties, and with some soft constraints. */
  private static AllocationProblem withRights(AllocationProblem problem, Random random) {
    ConstraintSet set = problem.constraintSet();
    List<Quota> quotas = new ArrayList<>();
    for (Quota quota : set.quotas()) {
      Map<String, Double> none = Map.of();
      quotas.add(
          new Quota(
              quota.entity(),
              quota.limitOfAll(),
              quota.reserved(),
              none,
              quota.limits(),
              quota.lent()));
    }
    ConstraintSet rights = new ConstraintSet(set.constraints(), quotas).scalingGuarantees();
    for (Constraint constraint : set.constraints()) {
      boolean soft = random.nextInt(4) == 0;
      rights = soft ? rights.softening(constraint.name(), 0.1 + random.nextDouble()) : rights;
    }
    return problem.withConstraints(rights);
  }

  /** Workers that a problem of the same seed may buy. */
  static List<Purchasable> purchasables(AllocationProblem problem, long seed) {
    Random random = new Random(~seed);
    return problem.cluster().types().stream()
        .filter(type -> random.nextBoolean())
        .map(type -> new Purchasable(type.name(), 1 + random.nextInt(4), 1 + random.nextInt(5)))
        .toList();
  }

  private AllocationProblem problem() {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
    Kind kind = kinds.get(random.nextInt(kinds.size()));
    AllocationProblem problem =
        round ? rounded(random.nextBoolean()) : Problems.complete(random, kind);
    problem = random.nextInt(3) > 0 ? Trees.random(problem, random) : problem;
    problem = random.nextInt(4) == 0 ? Problems.forbidding(problem, random) : problem;
    boolean listed = problem.pairCount() + problem.configurationCount() > 0;
    problem = !listed && random.nextInt(8) == 0 ? sharingByType(problem) : problem;
    if (!round && random.nextBoolean() && problem.pairsByType().isEmpty()) {
      return ConstrainedProblems.constraining(problem, random);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      problem = problem.constraining(constraint(problem, "c" + i));
    }
    for (Entity entity : problem.entities()) {
      problem = random.nextInt(3) > 0 ? problem : problem.constraining(quota(problem, entity));
    }
    return problem;
  }

  private double number(double most) {
    double drawn = ROUND[random.nextInt(ROUND.length)];
    return round || random.nextInt(4) == 0 ? drawn : most * random.nextDouble();
  }

  private AllocationProblem rounded(boolean paired) {
    int types = 1 + random.nextInt(3);
    List<WorkerType> columns = new ArrayList<>();
    for (int j = 0; j < types; j++) {
      int workers = j == 0 ? 1 + random.nextInt(5) : random.nextInt(5);
      columns.add(new WorkerType("t" + j, workers).withPricePerHour(1 + random.nextInt(3)));
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(columns));
    int largest = columns.stream().mapToInt(WorkerType::workers).max().orElseThrow();
    int jobs = 1 + random.nextInt(6);
    int[] sizes = new int[jobs];
    for (int m = 0; m < jobs; m++) {
      sizes[m] = List.of(1, 1, 1, 2, 2, 4).get(random.nextInt(6));
      Job.Builder job =
          Job.builder("j" + m)
              .scaleFactor(sizes[m])
              .weight(1 + random.nextInt(3))
              .stepsRemaining(random.nextInt(6) == 0 ? 0 : 100 * (1 + random.nextInt(3)));
      if (!paired && sizes[m] == 1 && random.nextInt(5) == 0) {
        job.gpuMilli(250 * (1 + random.nextInt(4)));
      }
      if (random.nextInt(4) == 0) {
        job.sloSeconds(100 * (1 + random.nextInt(4)));
      }
      if (random.nextInt(4) == 0) {
        job.secondsSinceStart(100).isolatedSecondsSoFar(50 * random.nextInt(3));
      }
      builder.job(job.build(), rates(types));
      int more = sizes[m] + 1 + random.nextInt(2);
      if (random.nextInt(5) == 0 && more <= largest) {
        builder.configuration("j" + m, "more", more, rates(types));
      }
      if (paired && m > 0 && sizes[m] == sizes[m - 1] && random.nextBoolean()) {
        builder.pair("j" + (m - 1), "j" + m, rates(types), rates(types));
      }
    }
    return builder.build();
  }

  private double[] rates(int types) {
    double[] rates = new double[types];
    for (int j = 0; j < types; j++) {
      rates[j] = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(4);
    }
    return rates;
  }

  private AllocationProblem sharingByType(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      jobs.add(job.toBuilder().type(random.nextBoolean() ? "a" : "b").build());
    }
    jobs.stream()
        .mapToInt(Job::scaleFactor)
        .distinct()
        .forEach(
            scale -> {
              double[] same = rates(types);
              table
                  .pair("a", "b", scale, rates(types), rates(types))
                  .pair("a", "a", scale, same, same);
            });
    return AllocationProblem.of(problem.cluster(), jobs, problem.throughputs(), problem.entities())
        .sharingByType(table.build());
  }

  private Constraint constraint(AllocationProblem problem, String name) {
    Constraint.Bounded that = Constraint.named(name).that(form(problem));
    switch (random.nextInt(8)) {
      case 0:
        return that.atMostPartOfCapacity(number(1));
      case 1:
        return that.atMostPartOf(0.5, form(problem));
      case 2:
        return that.exactly(number(2));
      case 3, 4, 5:
        return that.atMost(number(4));
      default:
        return that.atLeast(number(2));
    }
  }

  private LinearForm form(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    LinearForm form =
        switch (random.nextInt(6)) {
          case 0, 1 -> LinearForm.workers();
          case 2 -> LinearForm.time();
          case 3 -> LinearForm.running();
          case 4 -> LinearForm.steps();
          default -> LinearForm.amount(random.ints(types, 1, 8).asDoubleStream().toArray());
        };
    if (random.nextInt(3) == 0) {
      form = form.onTypes(problem.cluster().type(random.nextInt(types)).name());
    }
    switch (random.nextInt(3)) {
      case 0:
        return form;
      case 1:
        List<Entity> all = problem.entities();
        return all.isEmpty() ? form : form.ofEntity(all.get(random.nextInt(all.size())).id());
      default:
        List<String> ids = new ArrayList<>(problem.jobs().stream().map(Job::id).toList());
        Collections.shuffle(ids, random);
        int most = Math.min(3, ids.size());
        return form.ofJobs(ids.subList(0, 1 + random.nextInt(most)).toArray(String[]::new));
    }
  }

  private Quota quota(AllocationProblem problem, Entity entity) {
    WorkerType type = problem.cluster().type(random.nextInt(problem.cluster().typeCount()));
    double all = type.workers();
    Quota quota = Quota.of(entity.id());
    double held = 0;
    if (random.nextBoolean() && all > 0) {
      held = round ? 1 + random.nextInt(type.workers()) : all * random.nextDouble();
      quota = quota.reserving(type.name(), held);
      if (random.nextInt(3) == 0) {
        quota = quota.lending(type.name(), held * (round ? 0.5 : random.nextDouble()));
      }
    }
    if (random.nextBoolean()) {
      quota = quota.limitedTo(type.name(), Math.max(held, number(all)));
    }
    return random.nextInt(3) > 0 ? quota : quota.limitedInAll(Math.max(held, number(all + 1)));
  }
}
