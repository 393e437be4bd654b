package io.gavel.reproduction.related;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.placement.SharedRounds;
import io.gavel.experiment.placement.SharedRounds.Queue;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/** Completion times of jobs on shares of GPUs in a fork of Gavel's simulator. */
public final class FgdStrided {

  private static final int FASTEST_ARRIVALS = 8; // jobs per hour

  private FgdStrided() {}

  /**
   * Creates the experiment of jobs that arrive at once.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment atOnce(ExperimentScale experimentScale) {
    SharedRounds rounds = new SharedRounds("v100=4/4", 0, 50, Queue.FILLED);
    ExperimentRun all = new ExperimentRun("50 jobs on shares of 4 GPUs at once", rounds::run);
    ToDoubleFunction<Results> wins = r -> 100 * wins(reductions(r, List.of(all)));
    return new Experiment(
        "fgd_strided",
        "50 jobs on shares of 4 GPUs complete 9.6 % earlier on average when placed by fragmentation"
            + " instead of spread out (one run of a fork of Gavel).",
        experimentScale.seeds(40),
        List.of(all),
        List.of(
            ReproducedFigure.published(
                    "seed 0: strided, average completion time, s",
                    350_096.03,
                    r -> r.of(all).get(0).number(SharedRounds.STRIDED))
                .ofOneSeed(),
            ReproducedFigure.published(
                    "seed 0: fgd, s", 316_554.26, r -> r.of(all).get(0).number(SharedRounds.FGD))
                .ofOneSeed(),
            ReproducedFigure.published(
                    "seed 0: reduction, %", 9.58, r -> reductions(r, List.of(all))[0])
                .ofOneSeed(),
            ReproducedFigure.ours(
                "reduction, mean, %", r -> StatUtils.mean(reductions(r, List.of(all)))),
            ReproducedFigure.ours(
                "median, %", r -> StatUtils.percentile(reductions(r, List.of(all)), 50)),
            ReproducedFigure.ours("least, %", r -> StatUtils.min(reductions(r, List.of(all)))),
            ReproducedFigure.ours("most, %", r -> StatUtils.max(reductions(r, List.of(all)))),
            ReproducedFigure.ours("runs with a shorter average completion time, %", wins)),
        List.of(),
        "The simulation follows the fork. FIFO counts whole GPUs, so it serves four jobs; all other"
            + " jobs are placed by deficit where they fit, which makes the queue a round robin. A"
            + " job on a share runs at that share of the speed. In each round all GPUs are empty at"
            + " first and no job keeps its GPU. Jobs are drawn as in Gavel. The fork published one"
            + " run, with seed 0. Earlier versions of this page compared its 24 runs with jobs that"
            + " arrive, see [fgd_strided_arrivals](fgd_strided_arrivals.md), with 40 runs of a"
            + " queue at full speed that was never reordered, and found no gain.");
  }

  /**
   * Creates the experiment of jobs that arrive one after the other.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment arriving(ExperimentScale experimentScale) {
    List<ExperimentRun> filled = arrivals(experimentScale, Queue.FILLED);
    List<ExperimentRun> inShares = arrivals(experimentScale, Queue.IN_SHARES);
    return new Experiment(
        "fgd_strided_arrivals",
        "100 jobs on shares of 16 GPUs of three types complete 4.4 % earlier on average when placed"
            + " by fragmentation if FIFO counts whole GPUs, and 24.1 % earlier if it counts shares"
            + " (24 runs each of a fork of Gavel: 1 to 8 jobs per hour, three seeds).",
        experimentScale.seeds(3),
        Stream.of(filled, inShares).flatMap(List::stream).toList(),
        Stream.of(
                figures("whole GPUs", filled, new double[] {4.4, 3.0, -14.0, 31.9, 18}),
                figures("shares", inShares, new double[] {24.1, 28.0, -36.2, 61.2, 21}))
            .flatMap(List::stream)
            .toList(),
        List.of(),
        "All 96 average completion times are equal to the recorded ones, to the cent. FIFO is that of"
            + " the published program: it does not use the type that it draws, and overbooks one"
            + " type while others idle.");
  }

  private static List<ExperimentRun> arrivals(ExperimentScale experimentScale, Queue queue) {
    return IntStream.rangeClosed(1, experimentScale.orOne(FASTEST_ARRIVALS))
        .mapToObj(
            rate -> {
              String cluster = "v100=8/4,p100=4/4,k80=4/4";
              SharedRounds rounds = new SharedRounds(cluster, rate, 100, queue);
              String words = "100 jobs on shares of %s, %s an hour, FIFO %s";
              return new ExperimentRun(words.formatted(cluster, rate, queue), rounds::run);
            })
        .toList();
  }

  private static List<ReproducedFigure> figures(
      String counted, List<ExperimentRun> runs, double[] published) {
    String fifo = "FIFO counts %s: ".formatted(counted);
    return List.of(
        ReproducedFigure.published(
            fifo + "reduction, mean, %", published[0], r -> StatUtils.mean(reductions(r, runs))),
        ReproducedFigure.published(
            fifo + "median, %", published[1], r -> StatUtils.percentile(reductions(r, runs), 50)),
        ReproducedFigure.published(
            fifo + "least, %", published[2], r -> StatUtils.min(reductions(r, runs))),
        ReproducedFigure.published(
            fifo + "most, %", published[3], r -> StatUtils.max(reductions(r, runs))),
        ReproducedFigure.published(
            fifo + "runs with a shorter average completion time, %",
            100 * published[4] / 24,
            r -> 100 * wins(reductions(r, runs))));
  }

  private static double[] reductions(Results results, List<ExperimentRun> runs) {
    return runs.stream()
        .flatMap(run -> results.of(run).stream())
        .mapToDouble(
            run -> 100 * (1 - run.number(SharedRounds.FGD) / run.number(SharedRounds.STRIDED)))
        .toArray();
  }

  private static double wins(double[] reductions) {
    int wins = 0;
    for (double reduction : reductions) {
      wins += reduction > 0 ? 1 : 0;
    }
    return (double) wins / reductions.length;
  }
}
