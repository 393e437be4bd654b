package io.gavel.benchmarks.experiment;

import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;

/**
 * A published result and how to run it again. Immutable.
 *
 * @param name on the command line
 * @param claim what was published, in a sentence
 * @param arms what is run
 * @param findings what is read from it
 */
public record Experiment(String name, String claim, List<Arm> arms, List<Finding> findings) {

  /**
   * Copies the lists.
   *
   * @param name on the command line
   * @param claim what was published
   * @param arms what is run
   * @param findings what is read from it
   */
  public Experiment {
    arms = List.copyOf(arms);
    findings = List.copyOf(findings);
  }

  /**
   * Runs all arms with all seeds.
   *
   * @param table throughputs
   * @param seeds of the jobs
   * @param threads how many runs at once
   * @param done hears how many runs are done
   * @return the results, which do not depend on the number of threads
   * @throws InterruptedException if the calling thread is interrupted
   */
  public Results run(ThroughputTable table, List<Long> seeds, int threads, IntConsumer done)
      throws InterruptedException {
    List<Callable<SimulationResult>> runs = new ArrayList<>();
    for (Arm arm : arms) {
      seeds.forEach(seed -> runs.add(() -> arm.run(table, seed)));
    }
    List<SimulationResult> results = Parallel.all(runs, threads, done);
    Map<String, List<SimulationResult>> byArm = new LinkedHashMap<>();
    for (int a = 0; a < arms.size(); a++) {
      byArm.put(arms.get(a).name(), results.subList(a * seeds.size(), (a + 1) * seeds.size()));
    }
    return new Results(byArm);
  }
}
