package io.gavel.bench.jmh;

import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Scenario;
import io.gavel.input.ClusterSpec;
import io.gavel.input.ThroughputTableReader;
import io.gavel.input.TraceReader;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.Window;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
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
 * Simulation of the recorded runs of Gavel's original simulator by its rules, from the jobs in
 * memory to the result.
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
   * 100 jobs at time 0, isolated shares.
   *
   * @return the measurements that the original reports
   */
  @Benchmark
  public SimulationResult isolated() {
    return run("isolated", new IsolatedShare(), "v100=8,p100=16,k80=24", physical, Window.ALL);
  }

  /**
   * Continuous arrivals, greedy FIFO.
   *
   * @return the measurements that the original reports
   */
  @Benchmark
  public SimulationResult fifo() {
    return run("fifo_greedy", HeadOfLineFifo.aware(), "v100=12,p100=12,k80=12", continuous, MIDDLE);
  }

  /**
   * Continuous arrivals, max-min fairness.
   *
   * @return the measurements that the original reports
   */
  @Benchmark
  public SimulationResult maxMinFairness() {
    return run(
        "max_min_fairness", MaxMinFairness.create(), "v100=12,p100=12,k80=12", continuous, MIDDLE);
  }
}
