package io.gavel.bench.jmh;

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
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Consecutive rounds of an allocation in which every job has a fraction on each of three types,
 * with one worker per two jobs. Optionally one tenth of the jobs are gangs of four, or half of the
 * jobs take shares of a worker.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RoundBenchmark {

  private static final int TYPES = 3;

  @Param({"10000", "1000000"})
  private int jobs;

  /** The sizes of jobs. */
  public enum Sizes {
    /** One worker each. */
    ONE,
    /** One tenth of the jobs on four workers. */
    GANGS,
    /** Half of the jobs on 100 to 900 thousandths of a worker. */
    SHARES
  }

  @Param private Sizes sizes = Sizes.ONE;

  private RoundScheduler scheduler = RoundScheduler.create(cluster(1), RoundOptions.defaults());
  private double now;

  /** For JMH. */
  public RoundBenchmark() {}

  private static Cluster cluster(int workers) {
    return Cluster.of(
        new WorkerType("v100", workers, 0, 8, "v100"),
        new WorkerType("p100", workers, 0, 8, "p100"),
        new WorkerType("k80", workers, 0, 8, "k80"));
  }

  private Allocation allocation() {
    SplittableRandom random = new SplittableRandom(1);
    Cluster cluster = cluster(jobs / 2 / TYPES);
    List<Job> list = new ArrayList<>();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(TYPES);
    double[] x = new double[jobs * TYPES];
    double workersEach = 0;
    for (int m = 0; m < jobs; m++) {
      int size = sizes == Sizes.GANGS && m % 10 == 0 ? 4 : 1;
      int milli = sizes == Sizes.SHARES && m % 2 == 0 ? 100 * (1 + m / 2 % 9) : Job.WHOLE_WORKER;
      list.add(Job.builder("job" + m).scaleFactor(size).gpuMilli(milli).build());
      rates.job(4, 2, 1);
      workersEach += list.get(m).workers();
    }
    double perJob = Math.min(1, cluster.workers() / workersEach);
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

  /** Computes the allocation once and plans rounds until lags differ. */
  @Setup
  public void follow() {
    Allocation allocation = allocation();
    scheduler = RoundScheduler.create(allocation.problem().cluster(), RoundOptions.defaults());
    scheduler.accept(new AllocationChanged(0, allocation));
    for (int round = 0; round < 20; round++) {
      plan();
    }
  }

  /**
   * Closes a round and plans the next.
   *
   * @return the plan
   */
  @Benchmark
  public RoundPlan plan() {
    RoundPlan plan = scheduler.plan(now);
    now = plan.endSeconds();
    return plan;
  }
}
