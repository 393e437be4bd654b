package io.gavel.reproduction.related;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.apps.LeasedApps;
import io.gavel.experiment.apps.Payment;
import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Themis with apps of several trials, bids that depend on servers, and leases (Fig. 19). */
public final class ThemisApps {

  /** The runs of a knob f, by the way in which bidders pay. */
  private record Knob(double f, ExperimentRun time, ExperimentRun workers) {}

  /** The run of a length of leases, with the published largest ρ, read off a plot. */
  private record Lease(int minutes, double published, ExperimentRun run) {}

  private static final double USUAL_KNOB = 0.8;
  private static final int USUAL_MINUTES = 10;

  private final ExperimentScale experimentScale;
  private final List<Knob> knobs;
  private final List<Lease> leases;
  private final ExperimentRun everybody;
  private final ExperimentRun usual;
  private final ExperimentRun worstOff;
  private final ExperimentRun blind;
  private final ExperimentRun leastService;

  private ThemisApps(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    knobs = List.of(knob(0), knob(0.2), knob(0.4), knob(0.6), knob(USUAL_KNOB), knob(1));
    leases = List.of(lease(5, 1.8), lease(10, 2.3), lease(20, 3.75), lease(40, 4.2));
    everybody = themis(0, true, Payment.TIME, USUAL_MINUTES);
    usual = themis(USUAL_KNOB, true, Payment.TIME, USUAL_MINUTES);
    worstOff = themis(1, true, Payment.TIME, USUAL_MINUTES);
    blind = themis(USUAL_KNOB, false, Payment.TIME, USUAL_MINUTES);
    leastService = run("least service", USUAL_MINUTES, LeasedApps::leastService);
  }

  private Knob knob(double f) {
    return new Knob(
        f,
        themis(f, true, Payment.TIME, USUAL_MINUTES),
        themis(f, true, Payment.WORKERS, USUAL_MINUTES));
  }

  private Lease lease(int minutes, double published) {
    return new Lease(minutes, published, themis(USUAL_KNOB, true, Payment.TIME, minutes));
  }

  private ExperimentRun themis(double f, boolean seesServers, Payment payment, int leaseMinutes) {
    return run(
        "themis %s %s, paid in %s".formatted(f, seesServers ? "" : "blind to servers", payment),
        leaseMinutes,
        (apps, seed) -> apps.themis(f, seesServers, payment, seed));
  }

  private ExperimentRun run(
      String arbiter, int leaseMinutes, BiFunction<LeasedApps, Long, RunFigures> figures) {
    LeasedApps apps = new LeasedApps(4, 4, 60.0 * leaseMinutes, experimentScale.count(60));
    return new ExperimentRun(
        "%s, %s".formatted(arbiter, apps), (data, seed) -> figures.apply(apps, seed));
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new ThemisApps(experimentScale).experiment();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>(List.of(everybody, usual, worstOff));
    knobs.forEach(knob -> runs.addAll(List.of(knob.time, knob.workers)));
    leases.forEach(lease -> runs.add(lease.run));
    runs.addAll(List.of(blind, leastService));
    return new Experiment(
            "themis_apps",
            "With a larger knob f, fewer apps bid for workers in Themis: from f = 0 to 0.8 the"
                + " largest ρ falls from about 10 to 2, and apps need 6 % more worker time. Longer"
                + " leases are less fair.",
            experimentScale.seeds(10),
            runs,
            figures())
        .noting(
            "60 apps arrive on 4 servers of 4 workers, one every 15 min on average. An app has 1 to"
                + " 8 trials on up to 1, 2 or 4 workers each; the worse half of them is terminated"
                + " early again and again. Two fifths of the apps run at half speed across servers."
                + " The published apps are not to be had, so only orders and ratios can be"
                + " compared. A bid values every bundle of free workers by the servers that they"
                + " are on. The hidden payment is the end of the lease; in the paper it is workers,"
                + " rounded down to whole ones. Where only a few are free, rounding takes all, and"
                + " what remains goes to random apps that did not bid, which are the best-off. At"
                + " f = 0 everybody bids and the remains are shared at random, which is fairer"
                + " than any auction here. Worker time hardly depends on f, because most trials"
                + " fit on a server.")
        .drawing(r -> chart("Largest ρ by knob", "ρ", r, LeasedApps.LARGEST_RHO))
        .drawing(r -> chart("Worker time by knob", "hours", r, LeasedApps.WORKER_HOURS));
  }

  private List<ReproducedFigure> figures() {
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Knob knob : knobs) {
      String what = "f = %s, largest ρ".formatted(knob.f);
      figures.add(
          knob.f == 0
              ? ReproducedFigure.published(what, 9.8, r -> largest(r, knob.time))
              : ReproducedFigure.ours(what, r -> largest(r, knob.time)));
    }
    for (Knob knob : knobs) {
      figures.add(
          ReproducedFigure.ours(
              "f = %s, paid in workers, largest ρ".formatted(knob.f),
              r -> largest(r, knob.workers)));
    }
    for (Lease lease : leases) {
      figures.add(
          ReproducedFigure.published(
              "f = 0.8, leases of %s min, largest ρ".formatted(lease.minutes),
              lease.published,
              r -> largest(r, lease.run)));
    }
    figures.add(
        ReproducedFigure.published(
            "f = 0.8 over f = 0, worker time", 1.06, r -> hours(r, usual) / hours(r, everybody)));
    figures.add(
        ReproducedFigure.published(
            "f = 1 over f = 0, worker time", 1.25, r -> hours(r, worstOff) / hours(r, everybody)));
    figures.add(
        ReproducedFigure.ours(
            "bids blind to servers over f = 0.8, worker time",
            r -> hours(r, blind) / hours(r, usual)));
    figures.add(
        ReproducedFigure.ours(
            "least attained service over f = 0.8, worker time",
            r -> hours(r, leastService) / hours(r, usual)));
    figures.add(
        ReproducedFigure.published(
            "least attained service over f = 0.8, largest ρ",
            2.25,
            r -> largest(r, leastService) / largest(r, usual)));
    figures.add(
        ReproducedFigure.ours(
            "bids blind to servers over f = 0.8, largest ρ",
            r -> largest(r, blind) / largest(r, usual)));
    return figures;
  }

  private Chart chart(String title, String unit, Results results, String figure) {
    return Chart.of(
        title,
        "knob f",
        unit,
        line("payment in time", results, Knob::time, figure),
        line("payment in workers", results, Knob::workers, figure));
  }

  private Chart.Line line(
      String name, Results results, Function<Knob, ExperimentRun> run, String figure) {
    return Chart.Line.of(
        name,
        knobs.stream().map(Knob::f).toList(),
        knobs.stream().map(knob -> results.mean(run.apply(knob), figure)).toList());
  }

  private static double largest(Results results, ExperimentRun run) {
    return results.mean(run, LeasedApps.LARGEST_RHO);
  }

  private static double hours(Results results, ExperimentRun run) {
    return results.mean(run, LeasedApps.WORKER_HOURS);
  }
}
