package io.gavel.reproduction.gavel;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.input.ClusterSpec;
import io.gavel.mechanism.plan.Lease;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Gangs whose speed depends on whether their workers are on one server, by Gavel's throughputs of
 * consolidated and unconsolidated workers.
 */
public final class Consolidation {

  private static final String TOGETHER = "together";

  /** The runs of one size of servers. */
  private record Servers(int workers, ExperimentRun run) {}

  /** Counts the leases of gangs, and those on one server. Mutable. */
  private static final class Gangs implements SimulationObserver {
    private long all;
    private long together;

    @Override
    public void ran(Lease lease, double busyUntilSeconds) {
      if (lease.workers().size() > 1) {
        all++;
        together +=
            lease.workers().stream().mapToInt(w -> w.server()).distinct().count() == 1 ? 1 : 0;
      }
    }
  }

  private final ExperimentScale experimentScale;
  private final ExperimentRun regardless;
  private final List<Servers> servers;

  private Consolidation(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    regardless = run(8, false);
    servers = List.of(servers(8), servers(4), servers(2), servers(1));
  }

  private Servers servers(int workers) {
    return new Servers(workers, run(workers, true));
  }

  private ExperimentRun run(int perServer, boolean byServers) {
    int jobs = experimentScale.count(200);
    return new ExperimentRun(
        "max-min fairness, %s gangs of 2 to 8 at once on 32 V100, %s per server%s"
            .formatted(jobs, perServer, byServers ? ", speed by servers" : ""),
        (data, seed) -> run(data, seed, jobs, perServer, byServers));
  }

  private static RunFigures run(
      PublishedData data, long seed, int jobs, int perServer, boolean byServers) {
    RunConditions conditions =
        byServers ? RunConditions.NONE.withSpeedByServers() : RunConditions.NONE;
    SimulationSetup setup =
        SimulationSetup.builder(
                ClusterSpec.parse("v100=32/" + perServer, ""),
                data.simulated(),
                MaxMinFairness.create())
            .conditions(conditions)
            .build();
    JobGenerator generator =
        new JobGenerator(Workload.published(0).withGangs(), data.simulated(), seed);
    List<TraceJob> trace =
        IntStream.generate(() -> 0)
            .mapToObj(i -> generator.next())
            .filter(job -> job.kind().scaleFactor() > 1)
            .limit(jobs)
            .toList();
    Gangs gangs = new Gangs();
    SimulationResult result = Simulator.run(setup, trace, gangs);
    return RunFigures.of(
        Map.of(
            Simulation.AVERAGE_JCT_HOURS,
            result.averageJctSeconds().orElseThrow() / 3600,
            Simulation.MAKESPAN_HOURS,
            result.makespanSeconds() / 3600,
            TOGETHER,
            (double) gangs.together / gangs.all));
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new Consolidation(experimentScale).experiment();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>(List.of(regardless));
    servers.forEach(size -> runs.add(size.run));
    return new Experiment(
            "consolidation",
            "Gangs are up to ten times slower on several servers than on one, by Gavel's"
                + " throughputs; its mechanism therefore places each gang on as few servers as it"
                + " can. (No result was published.)",
            experimentScale.seeds(3),
            runs,
            figures())
        .noting(
            "Gangs of 2, 4 and 8 workers of Gavel's mix arrive at once on 32 V100. A gang whose"
                + " lease spans servers runs at the throughput of unconsolidated workers. Policies"
                + " see the throughputs on one server. Ratios are to the same jobs if speed did not"
                + " depend on servers. With servers of one worker every gang is apart, which is"
                + " what consolidation saves.");
  }

  private List<ReproducedFigure> figures() {
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Servers size : servers) {
      String where = "servers of %s".formatted(size.workers);
      figures.add(
          ReproducedFigure.ours(
              where + ", leases of gangs on one server, %", r -> 100 * r.mean(size.run, TOGETHER)));
      figures.add(
          ReproducedFigure.ours(
              where + ", average JCT over that regardless of servers",
              r -> r.jctRatio(size.run, regardless)));
      figures.add(
          ReproducedFigure.ours(
              where + ", makespan over that regardless of servers",
              r -> makespan(r, size.run) / makespan(r, regardless)));
    }
    return figures;
  }

  private static double makespan(Results results, ExperimentRun run) {
    return results.mean(run, Simulation.MAKESPAN_HOURS);
  }
}
