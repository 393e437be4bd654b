package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.fairness.MaxEnvyFree;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Purchasable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The cases of constraints, elastic jobs and envy-freeness. */
final class OpenCases {

  private static final int WAYS = 20;

  private OpenCases() {}

  static List<BenchCase> all() {
    return List.of(
        quota(2_048, Target.times(2, "max-min-2048")),
        quota(65_536, Target.times(2, "max-min-65536")),
        new BenchCase(
            "quotas-50",
            "max-min, 10 entities × 5 types with a limit each, rows distinct, n = 16,384",
            "quota",
            Target.ms(1_000),
            () -> BenchCatalog.maxMin(quotas())),
        new BenchCase(
            "elastic-max-min",
            "max-min, 20 configurations a job, K = 3, n = 10,000",
            "elastic",
            Target.ms(1_000),
            () -> BenchCatalog.maxMin(elastic())),
        new BenchCase(
            "elastic-nash",
            "Nash welfare, 20 configurations a job, K = 3, n = 10,000",
            "elastic",
            Target.ms(1_000),
            () -> BenchCatalog.policy(NashWelfare.create(), elastic())),
        new BenchCase(
            "envy-free-200",
            "the largest total without envy, rows distinct, K = 3, n = 200",
            "envy",
            Target.ms(1_000),
            () ->
                BenchCatalog.policy(
                    MaxEnvyFree.create(), Instances.of(200, 3, 12).distinct().build())),
        new BenchCase(
            "least-cost-2048",
            "the cheapest workers for SLOs, 8 types to buy, rows distinct, n = 2,048",
            "least-cost",
            Target.ms(50),
            () -> {
              AllocationProblem problem = withSlos(0.5);
              return Task.ofAnswer(problem, () -> cheapest(problem, 4_096));
            }),
        new BenchCase(
            "least-cost-conflict-2048",
            "a smallest set of the same SLOs that cannot be met with a tenth of the workers",
            "least-cost",
            Target.ms(2_000),
            () -> {
              AllocationProblem problem = withSlos(0.9);
              return Task.ofAnswer(problem, () -> conflict(problem, 400));
            }));
  }

  /** Jobs that must reach a part of their largest throughput, on a cluster that is too small. */
  private static AllocationProblem withSlos(double part) {
    AllocationProblem without =
        Instances.of(2_048, 8, 13).gangs().distinct().workersPerJob(0.02).build();
    ThroughputMatrix.Builder rows = ThroughputMatrix.builder(8);
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < without.jobCount(); m++) {
      double[] row = new double[8];
      for (int j = 0; j < row.length; j++) {
        row[j] = without.throughputs().stepsPerSecond(m, j);
      }
      rows.job(row);
      double slo = Arrays.stream(row).max().orElseThrow() * part;
      jobs.add(without.job(m).toBuilder().stepsRemaining(1e5).sloSeconds(1e5 / slo).build());
    }
    return AllocationProblem.of(without.cluster(), jobs, rows.build());
  }

  private static Answer cheapest(AllocationProblem problem, int most) {
    List<Purchasable> purchasables = new ArrayList<>();
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      double price = 3 / (1.0 + j); // the first types are the fastest
      purchasables.add(new Purchasable(problem.cluster().type(j).name(), most, price));
    }
    return Answer.of(LeastCost.create().buying(purchasables).allocate(problem));
  }

  private static Answer conflict(AllocationProblem problem, int most) {
    try {
      return cheapest(problem, most);
    } catch (InfeasibleProblemException tooFewWorkers) {
      return new Answer(tooFewWorkers.conflict().size(), 0);
    }
  }

  private static BenchCase quota(int jobs, Target target) {
    return new BenchCase(
        "quota-" + jobs,
        String.format(
            Locale.ROOT,
            "max-min, a quarter of the jobs on at most a tenth of a type, rows distinct, K = 3,"
                + " n = %,d",
            jobs),
        "quota",
        target,
        () -> {
          AllocationProblem problem =
              Instances.of(jobs, 3, 1).gangs().distinct().entities(4).build();
          return BenchCatalog.maxMin(
              problem.constraining(
                  Constraint.named("e0 on gpu0")
                      .that(LinearForm.workers().ofEntity("e0").onTypes("gpu0"))
                      .atMostPartOfCapacity(0.1)));
        });
  }

  /** Limits that add up to four fifths of each type. */
  private static AllocationProblem quotas() {
    AllocationProblem problem = Instances.of(16_384, 5, 10).gangs().distinct().entities(10).build();
    AllocationProblem constrained = problem;
    for (int e = 0; e < 10; e++) {
      Quota quota = Quota.of("e" + e);
      for (WorkerType type : problem.cluster().types()) {
        quota = quota.limitedTo(type.name(), 0.08 * type.workers());
      }
      constrained = constrained.withConstraints(constrained.constraintSet().and(quota));
    }
    return constrained;
  }

  /** Jobs that may also run on more workers, each worker slower than the one before. */
  private static AllocationProblem elastic() {
    AllocationProblem rigid = Instances.of(10_000, 3, 11).distinct().workersPerJob(2).build();
    ThroughputMatrix.Builder rows = ThroughputMatrix.builder(3);
    for (int m = 0; m < rigid.jobCount(); m++) {
      rows.job(rate(rigid, m, 1));
    }
    for (int m = 0; m < rigid.jobCount(); m++) {
      for (int workers = 2; workers <= WAYS; workers++) {
        rows.configuration(m, "x" + workers, workers, rate(rigid, m, workers));
      }
    }
    return AllocationProblem.of(rigid.cluster(), rigid.jobs(), rows.build());
  }

  private static double[] rate(AllocationProblem problem, int m, int workers) {
    double power = 0.6 + 0.3 * (m % 7) / 6; // jobs scale differently
    double[] rate = new double[problem.cluster().typeCount()];
    for (int j = 0; j < rate.length; j++) {
      rate[j] = problem.throughputs().stepsPerSecond(m, j) * StrictMath.pow(workers, power);
    }
    return rate;
  }
}
