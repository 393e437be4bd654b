package io.gavel.reproduction.loads;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunSeries;
import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A published picture: average completion times by load, one curve for each scheduler. Immutable.
 *
 * @param title what the curves have in common
 * @param curves the curves
 */
record Panel(String title, List<Curve> curves) {

  /**
   * A published curve and the runs that repeat it.
   *
   * @param name the scheduler
   * @param runs one run for each load, in jobs per hour
   * @param published hours, one for each load
   */
  record Curve(String name, RunSeries runs, List<Double> published) {

    Curve {
      if (runs.x().size() != published.size()) {
        throw new IllegalArgumentException(
            "%s: published hours %s for the loads %s".formatted(name, published, runs.x()));
      }
    }

    /**
     * A curve from its points.
     *
     * @param loads jobs per hour
     * @param published hours, one for each load
     */
    static Curve of(
        String name,
        DoubleFunction<ExperimentRun> run,
        List<Double> loads,
        List<Double> published) {
      return new Curve(name, RunSeries.of(loads, run), published);
    }
  }

  static Panel of(String title, Curve... curves) {
    return new Panel(title, List.of(curves));
  }

  /** The run of a curve at one of its loads. */
  ExperimentRun run(String curve, double load) {
    RunSeries runs =
        curves.stream().filter(c -> c.name.equals(curve)).findFirst().orElseThrow().runs;
    return runs.runs().get(runs.x().indexOf(load));
  }

  /** An experiment with a row for each published point and a picture for each panel. */
  static Experiment experiment(String name, String claim, List<Long> seeds, List<Panel> panels) {
    return experiment(name, claim, seeds, panels, List.of(), List.of());
  }

  /** The same with more runs and rows of its own. */
  static Experiment experiment(
      String name,
      String claim,
      List<Long> seeds,
      List<Panel> panels,
      List<ExperimentRun> moreRuns,
      List<ReproducedFigure> moreFigures) {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Panel panel : panels) {
      for (Curve curve : panel.curves) {
        runs.addAll(curve.runs.runs());
        String what = "%s, %s: %%s jobs per hour, h".formatted(panel.title, curve.name);
        figures.addAll(curve.runs.averageJct(what, curve.published));
      }
    }
    runs.addAll(moreRuns);
    figures.addAll(moreFigures);
    Experiment experiment = new Experiment(name, claim, seeds, runs, figures);
    for (Panel panel : panels) {
      experiment = experiment.drawing(panel::chart);
    }
    return experiment;
  }

  private Chart chart(Results results) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Curve curve : curves) {
      lines.add(curve.runs.averageJct(curve.name, results));
      lines.add(Chart.Line.of(curve.name + ", published", curve.runs.x(), curve.published));
    }
    return new Chart(
        "Average completion time by load: " + title,
        "jobs an hour",
        "hours",
        Chart.Axes.LINEAR,
        lines);
  }
}
