package io.gavel.bench.jmh;

import io.gavel.bench.Instances;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
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
 * The recurring operations of a scheduler, with distinct throughputs of all jobs on three worker
 * types; with {@code -prof gc} also their memory allocation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class DecisionBenchmark {

  /** The number of jobs. */
  @Param({"64", "1024", "16384"})
  public int jobs;

  private AllocationProblem problem = Instances.of(0, 1, 1).build();
  private RoundScheduler scheduler =
      RoundScheduler.create(problem.cluster(), RoundOptions.defaults());
  private double now;

  /** For JMH. */
  public DecisionBenchmark() {}

  /** Builds the problem and plans a few rounds of an allocation. */
  @Setup
  public void decide() {
    problem = Instances.of(jobs, 3, 1).distinct().build();
    scheduler = RoundScheduler.create(problem.cluster(), RoundOptions.defaults());
    now = 0;
    scheduler.accept(new AllocationChanged(now, maxMinFairness()));
    for (int round = 0; round < 20; round++) {
      plan();
    }
  }

  /**
   * Max-min fairness.
   *
   * @return the allocation
   */
  @Benchmark
  public Allocation maxMinFairness() {
    return MaxMinFairness.create().allocate(problem);
  }

  /**
   * Water filling.
   *
   * @return the allocation
   */
  @Benchmark
  public Allocation waterFilling() {
    return WaterFilling.create().allocate(problem);
  }

  /**
   * Total throughput.
   *
   * @return the allocation
   */
  @Benchmark
  public Allocation totalThroughput() {
    return MaxTotalThroughput.create().allocate(problem);
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

  /**
   * Exports the scheduler's state.
   *
   * @return the state
   */
  @Benchmark
  public SchedulerState state() {
    return scheduler.state();
  }

  /**
   * Exports the scheduler's state as text.
   *
   * @return the text
   */
  @Benchmark
  public String snapshot() {
    return SchedulerSnapshot.print(scheduler.state());
  }
}
