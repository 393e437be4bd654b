package io.gavel.experiment;

import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.util.Iterator;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * One combination of a parameter sweep. Immutable.
 *
 * @param name unique in the sweep
 * @param scenario policy, cluster and rules
 * @param workload the distribution of jobs
 * @param jobs number of jobs; empty = as many as the scenario's window needs
 * @param steady whether the cluster is full at time 0
 */
public record Combination(
    String name, Scenario scenario, Workload workload, OptionalInt jobs, boolean steady) {

  /**
   * Runs the combination with the jobs of a seed.
   *
   * @param table throughputs
   * @param seed seed of the jobs
   * @param observer receives allocations, leases and rounds
   * @return the measurements
   */
  public SimulationResult run(ThroughputTable table, long seed, SimulationObserver observer) {
    JobGenerator empty = new JobGenerator(workload, table, seed);
    JobGenerator generator = steady ? empty.behindFull(scenario.cluster()) : empty;
    Iterator<TraceJob> list =
        jobs.isEmpty()
            ? generator
            : IntStream.range(0, jobs.getAsInt()).mapToObj(i -> generator.next()).iterator();
    return scenario.run(table, list, seed, observer);
  }
}
