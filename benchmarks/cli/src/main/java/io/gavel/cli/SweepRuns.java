package io.gavel.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.options.Timeout;
import io.gavel.cli.options.WorkloadOptions;
import io.gavel.cli.report.SweepFile;
import io.gavel.experiment.Combination;
import io.gavel.experiment.Scenario;
import io.gavel.experiment.load.SaturationSearch;
import io.gavel.input.InputText;
import io.gavel.input.TraceReader;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.SimulationResult;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** The runs of a sweep with their settings. */
final class SweepRuns {

  private final SimulationOptions common;
  private final Timeout timeout;
  private final ThroughputTable table;

  /** Throughputs and prices, with digests. */
  private final ObjectNode inputs = JsonNodeFactory.instance.objectNode();

  /** The digests of jars and folders with own policies, separated by commas. */
  private final String classpath;

  SweepRuns(SimulationOptions common, Timeout timeout) {
    this.common = common;
    this.timeout = timeout;
    this.table = common.table();
    common.describe(inputs);
    this.classpath =
        common.own().paths().stream().map(InputText::sha256).collect(Collectors.joining(","));
  }

  /** Adds a run for each number of jobs, rate and seed. */
  void addGenerated(
      String policy,
      String cluster,
      List<Double> rates,
      List<Long> seeds,
      Map<ObjectNode, Callable<ObjectNode>> runs) {
    PolicyEntry entry = entry(policy);
    Scenario scenario = scenario(entry, cluster);
    for (OptionalInt jobs : jobCounts()) {
      for (double rate : rates) {
        Combination combination = combination(scenario, jobs, rate);
        for (long seed : seeds) {
          ObjectNode setting = setting(entry, cluster, jobs);
          setting.put("rate_jobs_per_hour", rate);
          setting.put("seed", seed);
          runs.put(
              completed(setting), () -> figures(combination.run(table, seed, timeout.start())));
        }
      }
    }
  }

  /** Adds a search of the saturating rate for each number of jobs and each seed. */
  void addSearches(
      String policy,
      String cluster,
      OptionalDouble jctLimitHours,
      List<Long> seeds,
      Map<ObjectNode, Callable<ObjectNode>> runs) {
    PolicyEntry entry = entry(policy);
    Scenario scenario = scenario(entry, cluster);
    double limitSeconds = 3600 * jctLimitHours.orElse(Double.POSITIVE_INFINITY);
    for (OptionalInt jobs : jobCounts()) {
      for (long seed : seeds) {
        ObjectNode setting = setting(entry, cluster, jobs);
        setting.put(SweepFile.SEARCH, "saturating rate");
        jctLimitHours.ifPresent(hours -> setting.put("jct_limit_h", hours));
        setting.put("seed", seed);
        runs.put(
            completed(setting),
            () ->
                SweepFile.figures(
                    SaturationSearch.of(
                        rate ->
                            probe(
                                rate,
                                combination(scenario, jobs, rate).run(table, seed, timeout.start()),
                                limitSeconds))));
      }
    }
  }

  private static SaturationSearch.Probe probe(
      double rate, SimulationResult result, double limitSeconds) {
    OptionalDouble jct = result.averageJctSeconds();
    return new SaturationSearch.Probe(
        rate, jct, result.saturated() || jct.orElse(Double.POSITIVE_INFINITY) > limitSeconds);
  }

  private List<OptionalInt> jobCounts() {
    if (common.workload().isEndless()) {
      common.workload().jobCounts(); // fails if there are any
      return List.of(OptionalInt.empty());
    }
    List<Integer> counts = common.workload().jobCounts();
    if (counts.isEmpty()) {
      throw new InvalidInputException(
          "--jobs N or --window FROM..TO is required; it determines when a run stops");
    }
    return counts.stream().map(OptionalInt::of).toList();
  }

  private Combination combination(Scenario scenario, OptionalInt jobs, double rate) {
    WorkloadOptions workload = common.workload();
    return new Combination(
        scenario.policy().key(), scenario, workload.at(rate, table), jobs, workload.steady());
  }

  private ObjectNode setting(PolicyEntry entry, String cluster, OptionalInt jobs) {
    ObjectNode setting = common.workload().json(jobs);
    setting.put("policy", entry.key());
    setting.put("cluster", cluster);
    return setting;
  }

  /** Adds a run for each trace. */
  void addTraces(
      String policy,
      String cluster,
      List<Path> traces,
      Map<ObjectNode, Callable<ObjectNode>> runs) {
    common.workload().requireNothingMadeUp();
    PolicyEntry entry = entry(policy);
    Scenario scenario = scenario(entry, cluster);
    for (Path trace : traces) {
      List<TraceJob> jobs = TraceReader.read(trace);
      requireKnown(trace, jobs, scenario.cluster());
      ObjectNode setting = setting(entry, cluster, OptionalInt.empty());
      setting.put("trace", String.valueOf(trace.getFileName()));
      setting.put("trace_sha256", InputText.sha256(trace));
      runs.put(
          completed(setting),
          () -> figures(scenario.run(table, jobs.iterator(), 0, timeout.start())));
    }
  }

  private ObjectNode figures(SimulationResult result) {
    return SweepFile.figures(result);
  }

  private PolicyEntry entry(String policy) {
    return common.own().policy(policy);
  }

  private Scenario scenario(PolicyEntry entry, String cluster) {
    return common.scenario(entry, common.cluster(cluster), OptionalInt.empty());
  }

  private void requireKnown(Path trace, List<TraceJob> jobs, Cluster cluster) {
    for (TraceJob job : jobs) {
      if (cluster.types().stream()
          .allMatch(type -> table.stepsPerSecond(type.name(), job.kind()).isEmpty())) {
        throw new InvalidInputException(
            "%s: job %s is of a kind that %s does not contain on a worker type of the cluster (%s workers)"
                .formatted(trace, job.id(), common.file(), job.kind()));
      }
    }
  }

  private ObjectNode completed(ObjectNode setting) {
    setting.setAll(inputs);
    if (!classpath.isEmpty()) {
      setting.put("classpath_sha256", classpath);
    }
    setting.put("version", GavelVersion.current());
    return setting;
  }
}
