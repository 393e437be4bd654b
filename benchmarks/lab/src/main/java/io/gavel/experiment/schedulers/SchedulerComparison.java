package io.gavel.experiment.schedulers;

import io.gavel.experiment.Parallel;
import io.gavel.experiment.PolicyChoice;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A comparison of schedulers on the same jobs, cluster and rounds. Immutable.
 *
 * @param cluster the worker types
 * @param table throughputs
 * @param workload the distribution of jobs
 * @param jobs number of jobs
 * @param askSeconds maximum time between two decisions
 * @param leaseSeconds length of a lease, for policies that read leases
 */
public record SchedulerComparison(
    Cluster cluster,
    ThroughputTable table,
    Workload workload,
    int jobs,
    double askSeconds,
    double leaseSeconds) {

  private static final double ROUND_SECONDS = 360;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Sums the processor time of decisions; for one run, on one thread. */
  private static final class Timed implements Policy {
    private final Policy policy;
    private long nanos;
    private int decisions;

    Timed(Policy policy) {
      this.policy = policy;
    }

    @Override
    public Allocation allocate(AllocationProblem problem) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      Allocation allocation = policy.allocate(problem);
      nanos += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
      decisions++;
      return allocation;
    }

    double meanMillis() {
      return decisions == 0 ? 0 : nanos / NANOS_PER_MILLI / decisions;
    }
  }

  /**
   * Runs every scheduler with the jobs of every seed.
   *
   * @param schedulers the schedulers to compare
   * @param seeds seeds of the jobs
   * @param threads number of parallel runs
   * @param done receives the number of completed runs
   * @return a score for each scheduler, in order; all figures except decision times are independent
   *     of the number of threads
   * @throws InterruptedException if the calling thread is interrupted
   * @throws InvalidInputException if a job cannot run anywhere in the cluster
   */
  public List<Score> run(
      List<PolicyChoice> schedulers, List<Long> seeds, int threads, IntConsumer done)
      throws InterruptedException {
    List<Callable<Score.Run>> runs = new ArrayList<>();
    for (PolicyChoice scheduler : schedulers) {
      seeds.forEach(seed -> runs.add(() -> run(scheduler, seed)));
    }
    List<Score.Run> results = Parallel.all(runs, threads, done);
    return IntStream.range(0, schedulers.size())
        .mapToObj(
            s ->
                Score.of(
                    schedulers.get(s).key(),
                    results.subList(s * seeds.size(), (s + 1) * seeds.size())))
        .toList();
  }

  private Score.Run run(PolicyChoice scheduler, long seed) {
    JobGenerator generator = new JobGenerator(workload, table, seed);
    List<TraceJob> trace = IntStream.range(0, jobs).mapToObj(i -> generator.next()).toList();
    Timed policy = new Timed(scheduler.policy());
    Policy leased = new HeldLeases(policy, leaseSeconds);
    SimulationSetup setup =
        SimulationSetup.builder(cluster, table, leased)
            .packed(scheduler.packed())
            .rounds(new RoundOptions(ROUND_SECONDS))
            .mostResetSeconds(askSeconds)
            .build();
    SimulationResult result =
        scheduler.measure(seed, () -> Simulator.run(setup, trace, SimulationObserver.none()));
    if (!result.unrunnable().isEmpty()) {
      throw new InvalidInputException(
          "%s of the %s jobs of seed %s cannot run anywhere: %s; use larger pools in --cluster"
              .formatted(result.unrunnable().size(), jobs, seed, result.unrunnable().get(0)));
    }
    return new Score.Run(result, policy.meanMillis());
  }
}
