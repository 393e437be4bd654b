package io.gavel.reproduction.related;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Rules;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What schedulers since 2023 claim, as far as their decisions are statements of this library. */
public final class FieldClaims {

  private static final String GANGS = "v100=8,p100=8,k80=8";

  private final ExperimentScale experimentScale;
  private final ExperimentRun snapshots;
  private final ExperimentRun spot;
  private final ExperimentRun rounds;
  private final ExperimentRun ideal;

  private FieldClaims(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    int count = experimentScale.count(60);
    this.snapshots =
        new ExperimentRun(
            "decisions of schedulers since 2023 over %s jobs".formatted(count),
            (data, seed) -> measure(new FieldSnapshots(data.simulated(), count, seed)));
    this.spot =
        new ExperimentRun(
            "jobs with deadlines on spot workers",
            (data, seed) -> RunFigures.of(SpotMarket.costs(seed)));
    JobSource batch = JobSource.of(Workload.published(0).withGangs(), experimentScale.count(40));
    Simulation makespan = RunFactory.of("makespan", GANGS, batch, Window.ALL);
    this.rounds = makespan.run();
    this.ideal = makespan.by(Rules.IDEAL).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new FieldClaims(experimentScale).experiment();
  }

  private static RunFigures measure(FieldSnapshots snapshot) {
    Map<String, Double> figures = new LinkedHashMap<>(snapshot.speedUps());
    figures.putAll(snapshot.packing());
    figures.put("variability", snapshot.variability());
    figures.putAll(snapshot.elasticity());
    figures.put("power", snapshot.power());
    figures.putAll(snapshot.rent());
    return RunFigures.of(figures);
  }

  private Experiment experiment() {
    return new Experiment(
            "claims",
            "Schedulers since 2023 claim gains over Gavel and others: OEF, Hadar, Tesserae, PAL,"
                + " Rubick, PowerFlow, Eva, and uniform progress on spot workers. Here their"
                + " decisions are stated as programs over Gavel's workload.",
            experimentScale.seeds(20),
            List.of(snapshots, spot, rounds, ideal),
            figures())
        .noting(
            "The published numbers are those of the abstracts. Compared are decisions, not"
                + " systems: one moment of Gavel's workload, 60 jobs on 24 workers (18"
                + " tenants for OEF), decided by both sides; whole systems also gain by prediction,"
                + " placement and what their rivals lack. Totals are in multiples of"
                + " each job's throughput on its fastest type, for OEF on its slowest."
                + " Made up are: the speeds of GPUs of one model and how much they matter to a job"
                + " (PAL), and the comings and goings of spot workers, both for four hours on"
                + " average at 0.3 of the price on demand. Power is that of the boards. CarbonFlex"
                + " is not here: its gain depends on the carbon intensity of the hour, of which"
                + " there are no data.");
  }

  private List<ReproducedFigure> figures() {
    return List.of(
        figure("OEF, cooperative: total speed-up over max-min fairness", 1.32, "oef_cooperative")
            .because(
                "not confirmed: max-min fairness with its rest handed out by throughput leaves"
                    + " little"),
        ours("OEF, non-cooperative: the same", "oef_noncooperative"),
        ReproducedFigure.published(
                "Hadar: makespan of gangs in rounds over that without rounds",
                1.2,
                r ->
                    r.mean(rounds, Simulation.MAKESPAN_HOURS)
                        / r.mean(ideal, Simulation.MAKESPAN_HOURS))
            .because(
                "not confirmed: a gang that mixes types has the same program as one that takes"
                    + " turns on them, so this is all that mixing can gain over Gavel"),
        figure("Tesserae: total with sharing over that without", 1.62, "packed total")
            .because(
                "possible in part: the most that packing can add; published is a ratio of JCT"),
        ours("Tesserae: level with sharing over that without", "packed level"),
        figure("PAL: total with known over unknown speeds of GPUs", 1 / 0.58, "variability")
            .because("not confirmed for speeds 1, 0.9 and 0.75; published is a ratio of JCT"),
        figure("Rubick: total of elastic over rigid jobs", 3.2, "elastic total")
            .because(
                "in part: numbers of workers alone, without plans; published is a ratio of JCT"),
        ours("Rubick: level of elastic over rigid jobs", "elastic level"),
        figure("PowerFlow: total at 60 % of the power over a decision cut to it", 1.57, "power")
            .because("in part: types alone, without clocks; published, in JCT, is 1.57 to 3.39"),
        figure("Eva: rent over an instance for each job", 0.58, "rented with sharing")
            .because("in part: Gavel's jobs share less well than Eva's"),
        ours("Eva: the same without sharing", "rented alone"),
        ReproducedFigure.published(
                "uniform progress: saved of the cost on demand, %",
                27, r -> 100 * (1 - r.mean(spot, "uniform progress")))
            .because("confirmed: 27 to 84 % published"),
        ReproducedFigure.published(
                "uniform progress: waiting for spot, distance from the least over its own",
                2,
                r ->
                    (r.mean(spot, "greedy") - r.mean(spot, "least"))
                        / (r.mean(spot, "uniform progress") - r.mean(spot, "least")))
            .because("in part: the least is a bound that counts no loading"));
  }

  private ReproducedFigure figure(String what, double published, String figure) {
    return ReproducedFigure.published(what, published, r -> r.mean(snapshots, figure));
  }

  private ReproducedFigure ours(String what, String figure) {
    return ReproducedFigure.ours(what, r -> r.mean(snapshots, figure));
  }
}
