package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Rules;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.List;

/** First in, first out, of jobs on one worker. */
public final class Fifo {

  private Fifo() {}

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    Window window = size.window(4000, 5000);
    Workload load = Workload.published(4.8);
    Arm aware = Arms.published("fifo_greedy", load, window).by(Rules.ORIGINAL).arm();
    Arm faulty = Arms.faultyFifo(Arms.CLUSTER, JobSource.endless(load), window).arm();
    Arm right = Arms.published("fifo_greedy_agnostic", load, window).by(Rules.ORIGINAL).arm();
    Arm sharing = Arms.published("fifo_greedy_packed", load, window).arm();
    AwareAndBlind ours = AwareAndBlind.of("fifo_greedy", load, window, Rules.DEFAULT);
    return new Experiment(
        "fifo_single",
        "FIFO on the fastest type beats FIFO that is blind to types 3.8 times (4.8 jobs an hour).",
        size.seeds(3),
        List.of(aware, faulty, sharing, right, ours.aware(), ours.blind()),
        List.of(
            ReproducedFigure.published("aware, average JCT, h", 24.1, r -> r.jctHours(aware)),
            ReproducedFigure.published("agnostic as published, h", 92, r -> r.jctHours(faulty)),
            ReproducedFigure.published(
                "agnostic as published over aware", 92 / 24.1, r -> r.jctRatio(faulty, aware)),
            ReproducedFigure.published(
                "aware, sharing workers, default rules, h", 20.11, r -> r.jctHours(sharing)),
            ReproducedFigure.ours(
                "agnostic that draws a type for each job anew, h", r -> r.jctHours(right)),
            ReproducedFigure.ours("the same over aware", r -> r.jctRatio(right, aware)),
            ReproducedFigure.ours("aware by default rules, h", r -> r.jctHours(ours.aware())),
            ReproducedFigure.ours("agnostic by default rules, h", r -> r.jctHours(ours.blind()))));
  }
}
