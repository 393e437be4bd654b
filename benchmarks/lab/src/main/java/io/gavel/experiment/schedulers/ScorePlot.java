package io.gavel.experiment.schedulers;

import io.gavel.plot.DotPlot;
import java.util.List;

/**
 * Draws scores: one row per scheduler, with its average completion time and its largest contention
 * slowdown.
 */
public final class ScorePlot {

  private ScorePlot() {}

  /**
   * Creates the plot.
   *
   * @param title the heading
   * @param scores at least one
   * @return a plot of two panels
   */
  public static DotPlot of(String title, List<Score> scores) {
    return new DotPlot(
        title,
        scores.stream().map(Score::scheduler).toList(),
        List.of(
            new DotPlot.Panel(
                "average JCT, hours, best to worst seed",
                scores.stream().map(ScorePlot::jct).toList()),
            new DotPlot.Panel(
                "largest contention slowdown", scores.stream().map(ScorePlot::slowdown).toList())));
  }

  private static DotPlot.Dot jct(Score score) {
    return new DotPlot.Dot(score.jctHours(), score.leastJctHours(), score.mostJctHours());
  }

  private static DotPlot.Dot slowdown(Score score) {
    return new DotPlot.Dot(score.maxSlowdown(), score.maxSlowdown(), score.maxSlowdown());
  }
}
