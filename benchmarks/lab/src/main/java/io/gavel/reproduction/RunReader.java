package io.gavel.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.baselines.AttainedService;
import io.gavel.baselines.GangQueue;
import io.gavel.baselines.ServiceQueues;
import io.gavel.baselines.Themis;
import io.gavel.catalog.MethodCatalog;
import io.gavel.catalog.PlacementCatalog;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.SharingByType;
import io.gavel.estimator.throughput.ReportRules;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Rules;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Scenario;
import io.gavel.experiment.Simulation;
import io.gavel.experiment.apps.LeasedApps;
import io.gavel.experiment.apps.Payment;
import io.gavel.experiment.placement.Inflation;
import io.gavel.experiment.placement.InflationResult;
import io.gavel.experiment.placement.SharedRounds;
import io.gavel.experiment.placement.SharedRounds.Queue;
import io.gavel.input.PlacementReader;
import io.gavel.legacy.OriginalFifo;
import io.gavel.legacy.fidelity.Fidelity;
import io.gavel.legacy.fidelity.Kind;
import io.gavel.legacy.fidelity.Lag;
import io.gavel.legacy.fidelity.RoundPlanner;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.Estimation;
import io.gavel.simulator.Learning;
import io.gavel.simulator.Learning.Drift;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Reads the runs of a specification. Mutable; for one specification. */
final class RunReader {

  private static final String CLUSTER = "v100=36,p100=36,k80=36";
  private static final String NODES = "fgd-openb/openb_node_list_gpu_node.csv";
  private static final int PLACEMENT_WINDOW = 1000;
  private static final int REFERENCES = 16; // job types measured before
  private static final Drift DRIFT = new Drift(1e6, 0.5);

  private static final String KNOB = "themis, f = ";
  private static final double[] QUEUE_SECONDS = {3_600, 4 * 3_600, 16 * 3_600, 64 * 3_600};

  private final JsonNode base;
  private final ExperimentScale scale;
  private final Map<String, ObjectNode> nodes = new LinkedHashMap<>();
  private final Map<String, ExperimentRun> runs = new LinkedHashMap<>();

  RunReader(JsonNode base, ExperimentScale scale) {
    this.base = base;
    this.scale = scale;
  }

  /** Reads runs by name. */
  void addAll(JsonNode named) {
    for (Map.Entry<String, JsonNode> run : named.properties()) {
      JsonNode like = base;
      if (run.getValue().has("like")) {
        String name = run.getValue().path("like").asText();
        like = Objects.requireNonNull(nodes.get(name), name);
      } else if (run.getValue().has("measure")) {
        like = MissingNode.getInstance();
      }
      ObjectNode node = Members.merged(like, run.getValue());
      node.remove("like");
      nodes.put(run.getKey(), node);
      runs.put(run.getKey(), node.has("measure") ? measured(node) : simulation(node));
    }
  }

  /** Returns the run with a name. */
  ExperimentRun get(String name) {
    return matching(name).get(0);
  }

  /** Returns the run with a name, or the runs with names that begin like one that ends with *. */
  List<ExperimentRun> matching(String name) {
    String beginning = name.endsWith("*") ? name.substring(0, name.length() - 1) : "";
    List<ExperimentRun> matching =
        runs.keySet().stream()
            .filter(key -> beginning.isEmpty() ? key.equals(name) : key.startsWith(beginning))
            .map(key -> Objects.requireNonNull(runs.get(key)))
            .toList();
    if (matching.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no run \"%s\"; known: %s".formatted(name, runs.keySet()));
    }
    return matching;
  }

  private Simulation simulation(JsonNode node) {
    Members.require(
        node,
        "policy, cluster, jobs, measured, rules, rounds, pairs_estimated_by, slo_margin, learning");
    JsonNode measured = node.path("measured");
    Window window =
        measured.isArray()
            ? scale.window(measured.path(0).intValue(), measured.path(1).intValue())
            : Window.ALL;
    String policy = node.path("policy").asText();
    Simulation simulation =
        new Simulation(
                policy,
                chooser(policy),
                node.path("cluster").asText(CLUSTER),
                jobs(node.path("jobs"), window),
                window)
            .by(Rules.valueOf(node.path("rules").asText("default").toUpperCase(Locale.ROOT)))
            .with(rounds(node.path("rounds")));
    if (node.has("pairs_estimated_by")) {
      return simulation.under(estimating(node.path("pairs_estimated_by").asText()));
    }
    if (node.has("slo_margin")) {
      double margin = node.path("slo_margin").doubleValue();
      return simulation.under(
          new Simulation.Subject(
              "deadlines %s s early".formatted(margin),
              seed -> RunConditions.NONE.withSloMargin(margin)));
    }
    return node.has("learning")
        ? simulation.under(learning(node.path("learning"), window))
        : simulation;
  }

  /**
   * Returns a policy of the catalogue, with its level only, over all pairs of the table by type, or
   * with other parameters.
   */
  private static Simulation.Chooser chooser(String name) {
    if (name.startsWith(KNOB)) {
      double knob = Double.parseDouble(name.substring(KNOB.length()));
      return fixed(name, Themis.create().withFairness(knob));
    }
    Policy levelOnly = MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
    return switch (name) {
      case "max_min_fairness, level only" -> fixed(name, levelOnly);
      case "finish_time_fairness, level only" ->
          fixed(name, FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY));
      case "max_min_fairness_packed by type" -> byType(name, MaxMinFairness.create());
      case "max_min_fairness_packed by type, level only" -> byType(name, levelOnly);
      case "makespan_packed by type" -> byType(name, Makespan.create());
      case "tiresias_las, queues of hours" ->
          fixed(name, GangQueue.of(AttainedService.of(ServiceQueues.of(QUEUE_SECONDS))));
      case "fifo_as_published" -> // with the fault of the original
          (table, workers, seed) ->
              new PolicyChoice("fifo_greedy_agnostic", new OriginalFifo(seed), false);
      default ->
          (table, workers, seed) ->
              PolicyCatalog.entry(name).choice(Scenario.referenceType(workers, Rules.DEFAULT));
    };
  }

  private static Simulation.Chooser fixed(String name, Policy policy) {
    return (table, workers, seed) -> new PolicyChoice(name, policy, false);
  }

  private static Simulation.Chooser byType(String name, Policy policy) {
    return (table, workers, seed) ->
        new PolicyChoice(name, SharingByType.of(policy, table, workers), false);
  }

  private JobSource jobs(JsonNode node, Window window) {
    Members.require(
        node, "per_hour, gangs, priorities, count, exactly, gangs_of, deadlines, trace");
    if (node.has("trace")) {
      return JobSource.physicalTrace(node.path("trace").asText());
    }
    double perHour = node.path("per_hour").asDouble(0);
    int count = node.path("exactly").asInt(scale.count(node.path("count").asInt()));
    if (node.has("gangs_of")) {
      return JobSource.gangs(node.path("gangs_of").intValue(), count);
    }
    if (node.path("deadlines").asBoolean()) {
      return DeadlineJobs.of(count, perHour);
    }
    Workload workload = Workload.published(perHour);
    workload = node.path("gangs").asBoolean() ? workload.withGangs() : workload;
    workload = node.path("priorities").asBoolean() ? workload.withPriorities() : workload;
    return window.isEverything() ? JobSource.of(workload, count) : scale.jobs(workload, window);
  }

  private static RoundOptions rounds(JsonNode node) {
    Members.require(node, "seconds, move_percent, save, load, patience, min_run");
    RoundOptions rounds =
        node.has("seconds")
            ? new RoundOptions(node.path("seconds").doubleValue())
            : RoundOptions.defaults();
    double move = node.path("move_percent").asDouble(0) / 100 * rounds.roundSeconds();
    return rounds
        .withOverhead(
            new Overhead(
                node.path("save").asDouble(move / 2), node.path("load").asDouble(move / 2)))
        .withPatience(node.path("patience").asDouble(0))
        .withMinRunSeconds(node.path("min_run").asDouble(0));
  }

  /** Estimates pairs as published: 16 reference types, one fifth of the rates measured. */
  private static Simulation.Subject estimating(String method) {
    return new Simulation.Subject(
        "pairs estimated by %s from %s types, %s measured"
            .formatted(method, Estimation.PUBLISHED_REFERENCES, Estimation.PUBLISHED_PROFILE),
        seed ->
            RunConditions.NONE.with(
                new Estimation(
                    MethodCatalog.entry("method", method).method(),
                    Estimation.PUBLISHED_REFERENCES,
                    Estimation.PUBLISHED_PROFILE,
                    seed)));
  }

  /** Throughputs are learnt from the reports of jobs. */
  private static Simulation.Subject learning(JsonNode node, Window window) {
    Members.require(node, "measured, explored, drift, liars");
    return new Simulation.Subject(
        "throughputs learnt, " + node,
        seed -> {
          Learning learning = Learning.standard(Double.POSITIVE_INFINITY, REFERENCES, seed);
          if (node.has("measured")) {
            learning =
                learning
                    .measuring(node.path("measured").intValue())
                    .exploring(node.path("explored").doubleValue());
          }
          if (node.path("liars").asBoolean()) {
            learning = learning.lying(liars(window));
          }
          if (node.path("drift").asText().equals("heard")) {
            learning = learning.with(DRIFT);
          } else if (node.has("drift")) {
            learning = deaf(seed);
          }
          return RunConditions.NONE.with(learning);
        });
  }

  /** Knows all types by measurements, and hears no reports. */
  private static Learning deaf(long seed) {
    ReportRules rules =
        new ReportRules(0.03, 1000, 0.95, Double.POSITIVE_INFINITY, Integer.MAX_VALUE);
    return new Learning(rules, REFERENCES, 3, 0, 0.02, Optional.of(DRIFT), Map.of(), seed);
  }

  /** Every tenth measured job reports ten times its throughput. */
  private static Map<String, Double> liars(Window window) {
    Map<String, Double> lies = new HashMap<>();
    for (int job = window.from(); job < window.to(); job += 10) {
      lies.put(String.valueOf(job), 10.0);
    }
    return lies;
  }

  private ExperimentRun measured(JsonNode node) {
    String measure = node.path("measure").asText();
    return switch (measure) {
      case "entities" ->
          ExperimentRun.of(
              "18 jobs of three entities on 3:3:3",
              (data, seed) -> new EntityShares(data.simulated(), seed).figures());
      case "promises" -> {
        Members.require(node, "measure, table");
        String table = node.path("table").asText();
        yield Promises.run(table, RateTable.named(table));
      }
      case "promised times" -> PromisedTimes.run();
      case "carbon plans" -> CarbonPlans.run();
      case "calibration" -> {
        Members.require(node, "measure, table, by_family");
        String table = node.path("table").asText();
        yield Calibration.run(table, node.path("by_family").asBoolean(), RateTable.named(table));
      }
      case "parts" -> parts(node);
      case "inflation" -> inflation(node);
      case "shares" -> shares(node);
      case "lag" -> lag(node);
      case "apps" -> apps(node);
      default ->
          throw new IllegalArgumentException("there is no measure \"%s\"".formatted(measure));
    };
  }

  /** Measures the level of max-min fairness in parts (POP), relative to the exact level. */
  private ExperimentRun parts(JsonNode node) {
    Members.require(node, "measure, parts, dealt, gangs, jobs");
    PartitionedLevel level =
        new PartitionedLevel(
            node.path("parts").intValue(),
            node.path("dealt").asText().equals("by job type"),
            node.path("gangs").asBoolean(),
            scale.count(node.path("jobs").intValue()));
    return ExperimentRun.of(level.toString(), level::run);
  }

  /** Places tasks on the servers of a trace until demand exceeds the GPUs. */
  private static ExperimentRun inflation(JsonNode node) {
    Members.require(node, "measure, tasks, placement");
    String tasks = node.path("tasks").asText();
    PlacementCatalog placement = PlacementCatalog.of(node.path("placement").asText());
    return ExperimentRun.of(
        "%s placed by %s".formatted(tasks, placement.key()),
        (data, seed) -> {
          Inflation inflation =
              new Inflation(
                  PlacementReader.servers(data.file(NODES)),
                  PlacementReader.tasks(
                      data.file("fgd-openb/openb_pod_list_%s.csv".formatted(tasks))));
          InflationResult result =
              inflation.run(placement.strategy(inflation.mix(), PLACEMENT_WINDOW, seed), seed);
          return RunFigures.of(
              Map.of(
                  "at_100", result.allocation100(),
                  "at_130", result.allocation130(),
                  "fragmented_130", result.fragmentation130()));
        });
  }

  private static ExperimentRun shares(JsonNode node) {
    Members.require(node, "measure, cluster, per_hour, jobs, queue");
    SharedRounds rounds =
        new SharedRounds(
            node.path("cluster").asText(),
            node.path("per_hour").doubleValue(),
            node.path("jobs").intValue(),
            Queue.valueOf(node.path("queue").asText()));
    return ExperimentRun.of(rounds.toString(), rounds::run);
  }

  /** Follows random allocations and measures the lag behind them. */
  private ExperimentRun lag(JsonNode node) {
    Members.require(node, "measure, planner, allocations, patience");
    int count = scale.count(node.path("allocations").intValue());
    double patience = node.path("patience").asDouble(0);
    Function<Cluster, RoundPlanner> planner =
        node.path("planner").asText().equals("original")
            ? RoundPlanner::original
            : cluster -> RoundPlanner.library(cluster, patience);
    return ExperimentRun.of(
        "lag behind %s allocations of each kind, %s".formatted(count, node),
        (data, seed) -> {
          Map<String, Double> figures = new LinkedHashMap<>();
          Map<Kind, Lag> lags = Fidelity.of(planner, count);
          lags.forEach(
              (kind, lag) -> {
                figures.put(kind.title(), lag.largest());
                figures.put("mean " + kind.title(), lag.mean());
              });
          figures.put("mean", Fidelity.all(lags).mean());
          return RunFigures.of(figures);
        });
  }

  private ExperimentRun apps(JsonNode node) {
    Members.require(node, "measure, arbiter, knob, paid_in, lease_minutes, blind_to_servers");
    double lease = 60 * node.path("lease_minutes").asDouble(10);
    LeasedApps apps = new LeasedApps(4, 4, lease, scale.count(60));
    if (node.path("arbiter").asText().equals("least service")) {
      return ExperimentRun.of("least service, " + apps, (data, seed) -> apps.leastService(seed));
    }
    double knob = node.path("knob").doubleValue();
    boolean blind = node.path("blind_to_servers").asBoolean();
    Payment payment = Payment.valueOf(node.path("paid_in").asText());
    return ExperimentRun.of(
        "themis %s %s, paid in %s, %s"
            .formatted(knob, blind ? "blind to servers" : "", payment, apps),
        (data, seed) -> apps.themis(knob, !blind, payment, seed));
  }
}
