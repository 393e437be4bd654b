package io.gavel.bench;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Consecutive rounds of an allocation in which every job has a fraction on each of three types,
 * with one worker per two jobs.
 */
final class RoundTasks {

  private static final int TYPES = 3;

  /** Rounds before the first measured one, so that lags differ. */
  private static final int ROUNDS = 20;

  /** How many workers the jobs need: each one, a tenth of them four, or half of them a share. */
  enum Sizes {
    ONE,
    GANGS,
    SHARES
  }

  private RoundTasks() {}

  static Task of(int jobs, Sizes sizes) {
    Allocation allocation = allocation(jobs, sizes);
    RoundScheduler scheduler =
        RoundScheduler.create(allocation.problem().cluster(), RoundOptions.defaults());
    scheduler.accept(new AllocationChanged(0, allocation));
    double[] now = {0};
    for (int round = 0; round < ROUNDS; round++) {
      now[0] = scheduler.plan(now[0]).endSeconds();
    }
    return Task.ofAnswer(
        allocation.problem(),
        () -> {
          RoundPlan plan = scheduler.plan(now[0]);
          now[0] = plan.endSeconds();
          return new Answer(plan.leases().size(), 0);
        });
  }

  private static Allocation allocation(int jobs, Sizes sizes) {
    SplittableRandom random = new SplittableRandom(1);
    int workers = jobs / 2 / TYPES;
    Cluster cluster =
        Cluster.of(
            new WorkerType("v100", workers, 0, 8, "v100"),
            new WorkerType("p100", workers, 0, 8, "p100"),
            new WorkerType("k80", workers, 0, 8, "k80"));
    List<Job> list = new ArrayList<>();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(TYPES);
    double held = 0;
    for (int m = 0; m < jobs; m++) {
      int size = sizes == Sizes.GANGS && m % 10 == 0 ? 4 : 1;
      int milli = sizes == Sizes.SHARES && m % 2 == 0 ? 100 * (1 + m / 2 % 9) : Job.WHOLE_WORKER;
      list.add(Job.builder("job" + m).scaleFactor(size).gpuMilli(milli).build());
      rates.job(4, 2, 1);
      held += list.get(m).workers();
    }
    double perJob = Math.min(1, cluster.workers() / held);
    double[] x = new double[jobs * TYPES];
    for (int m = 0; m < jobs; m++) {
      double a = random.nextDouble();
      double b = random.nextDouble() * (1 - a);
      x[m * TYPES] = perJob * a;
      x[m * TYPES + 1] = perJob * b;
      x[m * TYPES + 2] = perJob * (1 - a - b);
    }
    AllocationProblem problem = AllocationProblem.of(cluster, list, rates.build());
    return Allocation.of(problem, x, new Certificate(0, 0, 0, Prices.zero(problem)));
  }
}
