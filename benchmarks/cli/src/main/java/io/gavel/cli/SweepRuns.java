package io.gavel.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.RunConditionOptions.Measured;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.options.Timeout;
import io.gavel.cli.options.WorkloadOptions;
import io.gavel.cli.report.JobsCsv;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.SimulationReport;
import io.gavel.cli.report.SweepFile;
import io.gavel.experiment.Combination;
import io.gavel.experiment.Scenario;
import io.gavel.experiment.load.SaturationSearch;
import io.gavel.input.ClusterSpec;
import io.gavel.input.InputText;
import io.gavel.input.TraceReader;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.JobMeter;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.simulator.observe.WaitMeter;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** The runs of a sweep with their settings: each combination once, in order. Mutable. */
final class SweepRuns {

  private final SimulationOptions common;
  private final Timeout timeout;
  private final boolean waits;
  private final boolean withJobs;
  private final PrintWriter err;
  private final ThroughputTable table;

  /** Throughputs, prices and conditions, with digests. */
  private final ObjectNode inputs = JsonNodeFactory.instance.objectNode();

  /** The digests of jars and folders with own policies, separated by commas. */
  private final String classpath;

  private final Map<ObjectNode, Callable<ObjectNode>> runs = new LinkedHashMap<>();

  /** The jobs of each trace on each cluster. */
  private final Map<List<String>, List<TraceJob>> jobsOfTraces = new HashMap<>();

  /**
   * Creates a sweep without runs.
   *
   * @param waits whether waits are measured
   * @param withJobs whether figures have the table of jobs
   * @param err receives messages about jobs of traces
   */
  SweepRuns(
      SimulationOptions common, Timeout timeout, boolean waits, boolean withJobs, PrintWriter err) {
    this.common = common;
    this.timeout = timeout;
    this.waits = waits;
    this.withJobs = withJobs;
    this.err = err;
    this.table = common.table();
    common.describe(inputs, table);
    this.classpath = common.own().digests();
  }

  /** Returns the settings of the runs, in their order. */
  List<ObjectNode> settings() {
    return List.copyOf(runs.keySet());
  }

  /** Returns what computes the figures of the runs, in their order. */
  List<Callable<ObjectNode>> figures() {
    return List.copyOf(runs.values());
  }

  /** Adds a run for each number of jobs, rate and seed. */
  void addGenerated(String policy, String cluster, List<Double> rates, List<Long> seeds) {
    PolicyEntry entry = entry(policy);
    Cluster workers = common.cluster(cluster);
    for (Measured measured : common.conditions().measured()) {
      for (OptionalInt jobs : jobCounts()) {
        for (double rate : rates) {
          for (long seed : seeds) {
            ObjectNode setting = setting(entry, cluster, jobs, measured);
            setting.put("rate_jobs_per_hour", rate);
            setting.put("seed", seed);
            Scenario scenario = common.scenario(entry, workers, measured, seed);
            Combination combination = combination(scenario, jobs, rate);
            add(setting, workers, observer -> combination.run(table, seed, observer));
          }
        }
      }
    }
  }

  /** Adds a search of the saturating rate for each number of jobs and each seed. */
  void addSearches(String policy, String cluster, OptionalDouble jctLimitHours, List<Long> seeds) {
    PolicyEntry entry = entry(policy);
    Cluster workers = common.cluster(cluster);
    common.workload().at(1, table); // fails before the first run
    double limitSeconds = 3600 * jctLimitHours.orElse(Double.POSITIVE_INFINITY);
    for (Measured measured : common.conditions().measured()) {
      for (OptionalInt jobs : jobCounts()) {
        for (long seed : seeds) {
          ObjectNode setting = setting(entry, cluster, jobs, measured);
          setting.put(SweepFile.SEARCH, "saturating rate");
          jctLimitHours.ifPresent(hours -> setting.put("jct_limit_h", hours));
          setting.put("seed", seed);
          Scenario scenario = common.scenario(entry, workers, measured, seed);
          runs.put(
              completed(setting),
              () ->
                  SweepFile.figures(
                      SaturationSearch.of(
                          rate ->
                              probe(
                                  rate,
                                  combination(scenario, jobs, rate)
                                      .run(table, seed, timeout.start()),
                                  limitSeconds))));
        }
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

  private ObjectNode setting(
      PolicyEntry entry, String cluster, OptionalInt jobs, Measured measured) {
    ObjectNode setting = common.workload().json(jobs);
    setting.put("policy", entry.key());
    setting.put("cluster", ClusterSpec.line(cluster));
    measured.describe(setting);
    return setting;
  }

  /**
   * Adds a run for each trace and seed.
   *
   * @param seeds empty for one run of each trace that does not depend on a seed
   */
  void addTraces(String policy, String cluster, List<Path> traces, List<Long> seeds) {
    common.workload().requireNothingMadeUp();
    PolicyEntry entry = entry(policy);
    Cluster workers = common.cluster(cluster);
    for (Measured measured : common.conditions().measured()) {
      for (Path trace : traces) {
        List<TraceJob> jobs =
            jobsOfTraces.computeIfAbsent(
                List.of(cluster, trace.toString()),
                key -> common.known(trace, TraceReader.read(trace, table), workers, table, err));
        for (long seed : seeds.isEmpty() ? List.of(0L) : seeds) {
          ObjectNode setting = setting(entry, cluster, OptionalInt.empty(), measured);
          setting.put("trace", String.valueOf(trace.getFileName()));
          setting.put("trace_sha256", InputText.sha256(trace));
          if (!seeds.isEmpty()) {
            setting.put("seed", seed);
          }
          Scenario scenario = common.scenario(entry, workers, measured, seed);
          add(setting, workers, observer -> scenario.run(table, jobs.iterator(), seed, observer));
        }
      }
    }
  }

  private void add(
      ObjectNode setting, Cluster workers, Function<SimulationObserver, SimulationResult> run) {
    runs.put(
        completed(setting),
        () -> {
          Optional<WaitMeter> waiting = waits ? Optional.of(new WaitMeter()) : Optional.empty();
          Optional<JobMeter> held =
              withJobs ? Optional.of(new JobMeter(workers)) : Optional.empty();
          List<SimulationObserver> observers = new ArrayList<>(List.of(timeout.start()));
          waiting.ifPresent(observers::add);
          held.ifPresent(observers::add);
          SimulationResult result =
              run.apply(SimulationObserver.of(observers.toArray(SimulationObserver[]::new)));
          ObjectNode figures =
              SweepFile.figures(
                  result, waiting, held.map(meter -> JobsCsv.columns(result, workers, meter)));
          figures.set("cost", Json.number(SimulationReport.cost(workers, result)));
          return figures;
        });
  }

  /**
   * Removes the runs at rates that saturate a policy on a cluster.
   *
   * @param path a file of searches
   * @return the number of runs that are removed
   */
  int removeSaturated(Path path) {
    List<JsonNode> searches = SweepFile.runs(path, err::println);
    Map<List<String>, Double> rates =
        SweepFile.saturatingRates(path, searches, runs.keySet().iterator().next());
    int before = runs.size();
    runs.keySet()
        .removeIf(
            run ->
                run.path("rate_jobs_per_hour").asDouble()
                    >= rates.getOrDefault(
                        List.of(run.path("policy").asText(), run.path("cluster").asText()),
                        Double.POSITIVE_INFINITY));
    return before - runs.size();
  }

  private PolicyEntry entry(String policy) {
    return common.own().policy(policy);
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
