package io.gavel.reproduction.gavel;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.rounds.Churn;
import io.gavel.experiment.rounds.Churn.Between;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import java.util.ArrayList;
import java.util.List;

/** Jobs that arrive between rounds. */
public final class Newcomers {

  private static final RoundOptions SHORT = new RoundOptions(60).withOverhead(new Overhead(10, 20));

  private static final RoundOptions LONG =
      RoundOptions.defaults().withOverhead(new Overhead(10, 20));

  private Newcomers() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    int events = experimentScale.count(400);
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    add("rounds of 60 s", new Churn(SHORT, Between.NOTHING, events), runs, figures);
    add("rounds of 60 s, filled", new Churn(SHORT, Between.FILL, events), runs, figures);
    add("rounds of 360 s", new Churn(LONG, Between.NOTHING, events), runs, figures);
    add("rounds of 360 s, filled", new Churn(LONG, Between.FILL, events), runs, figures);
    add("a plan at each event", new Churn(SHORT, Between.PLAN, events), runs, figures);
    add(
        "a plan at each event, leases of at least 60 s",
        new Churn(SHORT.withMinRunSeconds(60), Between.PLAN, events),
        runs,
        figures);
    add(
        "a plan at each event, leases of at least 360 s",
        new Churn(SHORT.withMinRunSeconds(360), Between.PLAN, events),
        runs,
        figures);
    return new Experiment(
            "newcomers",
            "Newcomers need not wait for the next round if free workers are given away between"
                + " rounds, or if leases have a minimum run time and a plan is made at each event."
                + " (Not published; 150 jobs on 60 workers, one leaves and one arrives every 3 s.)",
            experimentScale.seeds(3),
            runs,
            figures)
        .noting(
            "Moving a job costs 10 s to save and 20 s to load it. A plan at each event ends most"
                + " leases before they are used unless they have a minimum run time. The churn is"
                + " extreme: a job stays for 450 s on average.");
  }

  private static void add(
      String name, Churn churn, List<ExperimentRun> runs, List<ReproducedFigure> figures) {
    ExperimentRun run =
        new ExperimentRun(
            "150 jobs on 60 workers, an event every 3 s, " + churn,
            (publishedData, seed) -> churn.run(seed));
    runs.add(run);
    for (String count : List.of(Churn.LEASES, Churn.EXTENDED, Churn.PREEMPTED)) {
      figures.add(ReproducedFigure.ours(name + ": " + count, r -> r.mean(run, count)));
    }
    figures.add(
        ReproducedFigure.ours(
            name + ": worker time lost to moves and pauses, %",
            r -> 100 * r.mean(run, Churn.LOST)));
    figures.add(
        ReproducedFigure.ours(name + ": idle worker time, %", r -> 100 * r.mean(run, Churn.IDLE)));
    figures.add(
        ReproducedFigure.ours(
            name + ": median wait of newcomers that ran, s", r -> r.mean(run, Churn.MEDIAN_WAIT)));
  }
}
