package io.gavel.reproduction;

import static io.gavel.experiment.Figure.jct;
import static io.gavel.reproduction.Setups.gangs;
import static io.gavel.reproduction.Setups.singles;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import java.util.List;

/** Gavel's FIFO policies and the policies for the average completion time. */
final class Queues {

  private static final String FIFO = "fifo_greedy";

  private final ExperimentScale scale;
  private final Setups setups;

  Queues(ExperimentScale scale) {
    this.scale = scale;
    setups = new Setups(scale);
  }

  private Simulation faulty(double load) {
    return Setups.faultyFifo(JobSource.endless(singles(load)), setups.window());
  }

  Experiment fifoSingle() {
    Simulation aware = setups.published(FIFO, singles(4.8));
    Simulation blind = setups.published("fifo_greedy_agnostic", singles(4.8));
    Figure awareJct = jct(aware.by(Rules.ORIGINAL));
    Figure faultyJct = jct(faulty(4.8));
    Figure rightJct = jct(blind.by(Rules.ORIGINAL));
    return Experiment.of(
            "fifo_single",
            scale.seeds(3),
            "FIFO on the fastest type has 3.8 times shorter completion times than"
                + " heterogeneity-agnostic FIFO (4.8 jobs per hour).")
        .row("aware, average JCT, h", 24.1, awareJct)
        .row("agnostic as published, h", 92, faultyJct)
        .row("agnostic as published over aware", 92 / 24.1, faultyJct.over(awareJct))
        .row(
            "aware, sharing workers, default rules, h",
            20.11,
            jct(setups.published("fifo_greedy_packed", singles(4.8))))
        .row("agnostic with a random type per job, h", rightJct)
        .row("the same over aware", rightJct.over(awareJct))
        .row("aware by default rules, h", jct(aware))
        .row("agnostic by default rules, h", jct(blind));
  }

  /** All points of the published notebook. */
  Experiment fifoLoads() {
    Experiment experiment =
        Experiment.of(
                "fifo_loads",
                scale.seeds(1),
                "Heterogeneity-aware FIFO bears higher loads than the agnostic one.")
            .noting(
                "All points of the published notebook, one seed each. Agnostic FIFO has the"
                    + " original's fault, as in fifo_single, which has three seeds. Its two points"
                    + " with gangs are left out: a run takes many minutes, because its queue of"
                    + " jobs grows."
                    + LoadCurve.SHARING);
    experiment =
        LoadCurve.panel(
            experiment,
            "single workers",
            new LoadCurve(
                "agnostic as published",
                this::faulty,
                List.of(4.0, 4.4, 4.8),
                List.of(23.84, 46.42, 92.0)),
            new LoadCurve(
                "aware",
                load -> setups.published(FIFO, singles(load)).by(Rules.ORIGINAL),
                List.of(4.4, 4.8, 5.2),
                List.of(17.53, 24.1, 57.08)),
            new LoadCurve(
                "aware, sharing",
                load -> setups.published("fifo_greedy_packed", singles(load)),
                List.of(4.8, 5.2),
                List.of(20.11, 41.75)));
    return LoadCurve.panel(
        experiment,
        "gangs",
        new LoadCurve(
            "aware",
            load -> setups.published(FIFO, gangs(load)).by(Rules.ORIGINAL),
            List.of(2.2, 2.4),
            List.of(23.77, 39.32)),
        new LoadCurve(
            "aware, sharing",
            load -> setups.published("fifo_greedy_packed", gangs(load)),
            List.of(2.4),
            List.of(34.16)));
  }

  /**
   * The load at which the original loses most: it fills the first type first, regardless of the
   * allocation.
   */
  Experiment lowLoad() {
    Experiment experiment =
        Experiment.of(
                "low_load",
                scale.seeds(3),
                "At 0.4 jobs per hour on 12:12:12 workers, the original's linear programs are"
                    + " slower than greedy FIFO; by the default rules none is.")
            .noting(
                "There are enough workers for all jobs, so all policies for speed behave alike. The"
                    + " two cost policies wait for cheap workers by design.");
    List<String> policies =
        List.of(
            "max_min_fairness",
            "water_filling",
            "finish_time_fairness",
            "finish_time_fairness_weighted",
            "makespan",
            "makespan_binary_search",
            "nash",
            "nash_weighted",
            "partial_allocation",
            "harmonic_mean",
            "fifo_lp",
            "fifo_strict",
            "shortest_job_first",
            "average_completion_time",
            "max_sum_throughput",
            "allox",
            "pollux",
            "pop_max_min_fairness",
            "throughput_per_cost_sum",
            "throughput_per_cost_ratio");
    for (String policy : policies) {
      experiment = experiment.row(policy + ", average JCT, h", jct(atLowLoad(policy)));
    }
    for (String policy : List.of("max_min_fairness", FIFO)) {
      experiment =
          experiment.row(
              "as published: %s, average JCT, h".formatted(policy),
              jct(atLowLoad(policy).by(Rules.ORIGINAL)));
    }
    return experiment.row("fifo_greedy, average JCT, h", jct(atLowLoad(FIFO)));
  }

  private Simulation atLowLoad(String policy) {
    return Setups.of(
        policy, "v100=12,p100=12,k80=12", JobSource.endless(singles(0.4)), scale.window(100, 300));
  }

  Experiment averageJct() {
    Simulation allox = setups.published("allox", singles(5.6));
    Simulation fair = setups.published("max_min_fairness", singles(5.6));
    Simulation ours = setups.published("average_completion_time", singles(5.6));
    return Experiment.of(
            "average_jct",
            scale.seeds(3),
            "Average JCT is 23.54 h under AlloX and 26.42 h under max-min fairness (single-worker"
                + " jobs, 5.6 per hour).")
        .noting(
            "[Average completion time](../../reference/policies/average_completion_time.md) is this"
                + " library's policy for this objective. All runs use the default rules.")
        .row("AlloX, average JCT, h", 23.54, jct(allox))
        .row("max-min fairness, h", 26.42, jct(fair))
        .row("AlloX over max-min fairness", 23.54 / 26.42, jct(allox).over(jct(fair)))
        .row("average completion time, h", jct(ours))
        .row("average completion time over AlloX", jct(ours).over(jct(allox)))
        .row("AlloX, longest JCT, h", Figure.largest(allox, Simulation.JCT_HOURS))
        .row("max-min fairness, longest JCT, h", Figure.largest(fair, Simulation.JCT_HOURS))
        .row("average completion time, longest JCT, h", Figure.largest(ours, Simulation.JCT_HOURS))
        .chart(
            Drawing.distribution(
                "Completion times at 5.6 jobs an hour",
                "hours",
                Curve.distribution("average completion time", ours),
                Curve.distribution("AlloX", allox),
                Curve.distribution("max-min fairness", fair)));
  }
}
