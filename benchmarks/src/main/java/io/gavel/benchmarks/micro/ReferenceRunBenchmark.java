package io.gavel.benchmarks.micro;

import io.gavel.benchmarks.experiment.PolicyChoice;
import io.gavel.benchmarks.experiment.Scenario;
import io.gavel.benchmarks.input.ClusterSpec;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.input.ThroughputTableReader;
import io.gavel.benchmarks.input.TraceJob;
import io.gavel.benchmarks.input.TraceReader;
import io.gavel.benchmarks.simulation.SimulationObserver;
import io.gavel.benchmarks.simulation.SimulationResult;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.mechanism.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.HeadOfLineFifo;
import io.gavel.policies.lp.Isolated;
import io.gavel.policies.lp.MaxMinFairness;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
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
 * The recorded runs of Gavel's original simulator, by its rules, from the jobs in memory to the
 * result.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReferenceRunBenchmark {

  private static final Window MIDDLE = new Window(100, 300);

  /** The folder of the throughput tables and the recorded runs. */
  @Param("../shared/data")
  public String data = "";

  private Workload physical = new Workload(ThroughputTable.builder().build(), List.of());
  private Workload continuous = physical;

  private record Workload(ThroughputTable table, List<TraceJob> jobs) {}

  /** For JMH. */
  public ReferenceRunBenchmark() {}

  /** Reads the jobs and their throughputs. */
  @Setup
  public void read() {
    physical = read("physical_cluster_throughputs", "physical-minimize_makespan");
    continuous = read("simulation_throughputs", "continuous-single-s0-r1.2");
  }

  private Workload read(String table, String jobs) {
    Path folder = Path.of(data);
    return new Workload(
        ThroughputTableReader.read(folder.resolve("gavel-throughputs").resolve(table + ".json")),
        TraceReader.read(folder.resolve("sim-reference").resolve("jobs-" + jobs + ".csv")));
  }

  private static SimulationResult run(
      String name, Policy policy, String cluster, Workload workload, Window window) {
    Scenario scenario =
        new Scenario(
            new PolicyChoice(name, policy, false),
            ClusterSpec.parse(cluster, ""),
            RoundOptions.defaults(),
            1920,
            window,
            OptionalInt.empty(),
            true);
    return scenario.run(workload.table(), workload.jobs().iterator(), 0, SimulationObserver.none());
  }

  /**
   * 100 jobs that are there from the start, isolated shares.
   *
   * @return what the original would report
   */
  @Benchmark
  public SimulationResult isolated() {
    return run("isolated", new Isolated(), "v100=8,p100=16,k80=24", physical, Window.ALL);
  }

  /**
   * Jobs that keep coming, greedy FIFO.
   *
   * @return what the original would report
   */
  @Benchmark
  public SimulationResult fifo() {
    return run("fifo_greedy", HeadOfLineFifo.aware(), "v100=12,p100=12,k80=12", continuous, MIDDLE);
  }

  /**
   * Jobs that keep coming, max-min fairness.
   *
   * @return what the original would report
   */
  @Benchmark
  public SimulationResult maxMinFairness() {
    return run(
        "max_min_fairness", MaxMinFairness.create(), "v100=12,p100=12,k80=12", continuous, MIDDLE);
  }
}
