package io.gavel.reproduction;

import static io.gavel.experiment.Figure.largest;
import static io.gavel.experiment.Figure.mean;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.experiment.apps.LeasedApps;
import io.gavel.experiment.apps.Payment;
import io.gavel.simulator.Window;
import java.util.List;
import java.util.function.BiFunction;

/** Finish-time fairness of Themis. */
final class Themis {

  private static final String BOTH = "v100=8,k80=8";
  private static final double USUAL_KNOB = 0.8;
  private static final int USUAL_MINUTES = 10;

  private final ExperimentScale scale;

  Themis(ExperimentScale scale) {
    this.scale = scale;
  }

  /** Jobs that can use all workers of a type. */
  Experiment jobs() {
    Figure themis = rho("themis", BOTH);
    Experiment experiment =
        Experiment.of(
                "themis",
                scale.seeds(3),
                "The largest ρ under Themis is 1.2; other schedulers have more than 2.25 times as"
                    + " much.")
            .noting(
                "24 gangs of 8 arrive at once on 8 V100 and 8 K80; schedulers allocate anew when"
                    + " jobs complete. Like the published apps, each job can use all workers of a"
                    + " type. ρ is the completion time divided by the job's time on all workers"
                    + " that it can use times the number of jobs. It is near 1 for jobs that can"
                    + " use a whole cluster and far below 1 for small ones (0.28 for Themis with"
                    + " jobs of 1 to 8 workers here). The published ρ of Themis is an upper bound"
                    + " and the ratios are lower bounds: lower values of the first and higher"
                    + " values of the second are fairer. With identical workers, equal turns are as"
                    + " fair as Themis.")
            .row("themis, largest ρ", 1.2, themis);
    for (String other : List.of("tiresias_las", "gandiva_introspective", "optimus", "slaq")) {
      experiment =
          experiment.row(
              other + ", largest ρ over that of themis", 2.25, rho(other, BOTH).over(themis));
    }
    Figure alone = rho("themis", "v100=8");
    return experiment
        .row("8 V100 alone: themis, largest ρ", alone)
        .row(
            "8 V100 alone: gandiva_introspective, largest ρ over that of themis",
            rho("gandiva_introspective", "v100=8").over(alone));
  }

  /** The largest ρ as Themis defines it. */
  private static Figure rho(String policy, String cluster) {
    return largest(Setups.of(policy, cluster, JobSource.gangs(8, 24), Window.ALL), Simulation.RHO);
  }

  /** Apps of several trials, bids that depend on servers, and leases (Fig. 19). */
  Experiment apps() {
    Experiment experiment =
        Experiment.of(
                "themis_apps",
                scale.seeds(10),
                "With a larger knob f, fewer apps bid for workers in Themis: from f = 0 to 0.8 the"
                    + " largest ρ falls from about 10 to 2, and apps need 6 % more worker time."
                    + " Longer leases are less fair.")
            .noting(
                "60 apps arrive on 4 servers of 4 workers, one every 15 min on average. An app has"
                    + " 1 to 8 trials on up to 1, 2 or 4 workers each; the worse half of them is"
                    + " terminated early again and again. Two fifths of the apps run at half speed"
                    + " across servers. The published apps are not to be had, so only orders and"
                    + " ratios can be compared. A bid values every bundle of free workers by the"
                    + " servers that they are on. The hidden payment is the end of the lease; in"
                    + " the paper it is workers, rounded down to whole ones. Where only a few are"
                    + " free, rounding takes all, and what remains goes to random apps that did not"
                    + " bid, which are the best-off. At f = 0 everybody bids and the remains are"
                    + " shared at random, which is fairer than any auction here. Worker time hardly"
                    + " depends on f, because most trials fit on a server.");
    List<Double> knobs = List.of(0.0, 0.2, 0.4, 0.6, USUAL_KNOB, 1.0);
    List<ExperimentRun> inTime = knobs.stream().map(f -> themis(f, Payment.TIME)).toList();
    List<ExperimentRun> inWorkers = knobs.stream().map(f -> themis(f, Payment.WORKERS)).toList();
    for (int i = 0; i < knobs.size(); i++) {
      String what = "f = %s, largest ρ".formatted(knobs.get(i));
      Figure figure = rho(inTime.get(i));
      experiment = i == 0 ? experiment.row(what, 9.8, figure) : experiment.row(what, figure);
    }
    for (int i = 0; i < knobs.size(); i++) {
      experiment =
          experiment.row(
              "f = %s, paid in workers, largest ρ".formatted(knobs.get(i)), rho(inWorkers.get(i)));
    }
    double[][] leases = {{5, 1.8}, {10, 2.3}, {20, 3.75}, {40, 4.2}}; // read off a plot
    for (double[] lease : leases) {
      experiment =
          experiment.row(
              "f = 0.8, leases of %.0f min, largest ρ".formatted(lease[0]),
              lease[1],
              rho(themis(USUAL_KNOB, true, Payment.TIME, (int) lease[0])));
    }
    ExperimentRun usual = themis(USUAL_KNOB, Payment.TIME);
    ExperimentRun blind = themis(USUAL_KNOB, false, Payment.TIME, USUAL_MINUTES);
    ExperimentRun leastService = run("least service", USUAL_MINUTES, LeasedApps::leastService);
    return experiment
        .row("f = 0.8 over f = 0, worker time", 1.06, hours(usual).over(hours(inTime.get(0))))
        .row("f = 1 over f = 0, worker time", 1.25, hours(inTime.get(5)).over(hours(inTime.get(0))))
        .row("bids blind to servers over f = 0.8, worker time", hours(blind).over(hours(usual)))
        .row(
            "least attained service over f = 0.8, worker time",
            hours(leastService).over(hours(usual)))
        .row(
            "least attained service over f = 0.8, largest ρ",
            2.25,
            rho(leastService).over(rho(usual)))
        .row("bids blind to servers over f = 0.8, largest ρ", rho(blind).over(rho(usual)))
        .chart(
            Drawing.of(
                "Largest ρ by knob",
                "knob f",
                "ρ",
                Curve.of("payment in time", knobs, inTime.stream().map(Themis::rho).toList()),
                Curve.of(
                    "payment in workers", knobs, inWorkers.stream().map(Themis::rho).toList())))
        .chart(
            Drawing.of(
                "Worker time by knob",
                "knob f",
                "hours",
                Curve.of("payment in time", knobs, inTime.stream().map(Themis::hours).toList()),
                Curve.of(
                    "payment in workers", knobs, inWorkers.stream().map(Themis::hours).toList())));
  }

  private static Figure rho(ExperimentRun apps) {
    return mean(apps, LeasedApps.LARGEST_RHO);
  }

  private static Figure hours(ExperimentRun apps) {
    return mean(apps, LeasedApps.WORKER_HOURS);
  }

  private ExperimentRun themis(double f, Payment payment) {
    return themis(f, true, payment, USUAL_MINUTES);
  }

  private ExperimentRun themis(double f, boolean seesServers, Payment payment, int leaseMinutes) {
    return run(
        "themis %s %s, paid in %s".formatted(f, seesServers ? "" : "blind to servers", payment),
        leaseMinutes,
        (apps, seed) -> apps.themis(f, seesServers, payment, seed));
  }

  private ExperimentRun run(
      String arbiter, int leaseMinutes, BiFunction<LeasedApps, Long, RunFigures> figures) {
    LeasedApps apps = new LeasedApps(4, 4, 60.0 * leaseMinutes, scale.count(60));
    return ExperimentRun.of(
        "%s, %s".formatted(arbiter, apps), (data, seed) -> figures.apply(apps, seed));
  }
}
