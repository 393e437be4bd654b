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
 * A combination of a sweep. Immutable.
 *
 * @param name unique in the sweep
 * @param scenario policy, cluster and rules
 * @param workload what jobs are made up
 * @param jobs how many; empty = as many as the scenario's window takes
 * @param steady whether they find the cluster full
 */
public record Combination(
    String name, Scenario scenario, Workload workload, OptionalInt jobs, boolean steady) {

  /**
   * Runs with the jobs of a seed.
   *
   * @param table throughputs
   * @param seed of the jobs
   * @return what was measured
   */
  public SimulationResult run(ThroughputTable table, long seed) {
    JobGenerator empty = new JobGenerator(workload, table, seed);
    JobGenerator generator = steady ? empty.behindFull(scenario.cluster()) : empty;
    Iterator<TraceJob> list =
        jobs.isEmpty()
            ? generator
            : IntStream.range(0, jobs.getAsInt()).mapToObj(i -> generator.next()).iterator();
    return scenario.run(table, list, seed, SimulationObserver.none());
  }
}
