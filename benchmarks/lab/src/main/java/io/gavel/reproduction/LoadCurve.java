package io.gavel.reproduction;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.Figure;
import io.gavel.experiment.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A published curve of average completion times by load, and the simulations that repeat it.
 * Experiments with all points of a picture have one seed, since an overloaded cluster takes minutes
 * to simulate. Immutable.
 *
 * @param name the scheduler
 * @param run simulates a load in jobs per hour
 * @param loads jobs per hour
 * @param hours the published average completion times
 */
record LoadCurve(
    String name, DoubleFunction<Simulation> run, List<Double> loads, List<Double> hours) {

  /** A remark on the rules of simulations with space sharing. */
  static final String SHARING =
      " With sharing by the default rules, because the original's rules account for the time of"
          + " pairs incorrectly.";

  /** Adds a chart of curves and a row for each of their points. */
  static Experiment panel(Experiment experiment, String title, LoadCurve... curves) {
    Experiment longer = experiment;
    List<Curve> drawn = new ArrayList<>();
    for (LoadCurve curve : curves) {
      List<Simulation> runs = curve.loads.stream().map(curve.run::apply).toList();
      for (int i = 0; i < runs.size(); i++) {
        longer =
            longer.row(
                "%s, %s: %s jobs per hour, h".formatted(title, curve.name, curve.loads.get(i)),
                curve.hours.get(i),
                Figure.jct(runs.get(i)));
      }
      drawn.add(Curve.jct(curve.name, curve.loads, runs));
      drawn.add(Curve.published(curve.name + ", published", curve.loads, curve.hours));
    }
    return longer.chart(
        Drawing.of(
            "Average completion time by load: " + title,
            "jobs an hour",
            "hours",
            drawn.toArray(Curve[]::new)));
  }
}
