package io.gavel.reproduction;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/** The coverage of intervals of unmeasured rates, by the number of measurements. */
final class Calibration {

  private static final int JOBS = 10;
  private static final List<Double> LEVELS = List.of(0.8, 0.9);

  private Calibration() {}

  /**
   * Returns a run.
   *
   * @param byFamily whether intervals follow from errors of families
   */
  static ExperimentRun run(
      String name, boolean byFamily, Function<PublishedData, RateTable> table) {
    return ExperimentRun.of(
        "calibration on %s by %s".formatted(name, byFamily ? "family" : "job"),
        (data, seed) -> measure(table.apply(data), byFamily, seed));
  }

  private static String within(int measured, double level) {
    return "%s measured, within %s".formatted(measured, level);
  }

  private static String error(int measured) {
    return "%s measured, error".formatted(measured);
  }

  private static RunFigures measure(RateTable table, boolean byFamily, long seed) {
    RateTable.Draw draw = table.draw(JOBS, seed);
    List<String> types = table.workerTypes();
    double[][] references = draw.referenceRates();
    IsolatedThroughputs model =
        byFamily
            ? IsolatedThroughputs.fit(types, draw.families(), references)
            : IsolatedThroughputs.fit(types, references);
    Random random = new Random(~seed);
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int measured = 0; measured < types.size(); measured++) {
      int cells = JOBS * (types.size() - measured);
      double squares = 0;
      Map<Double, Integer> within = new TreeMap<>();
      for (double[] truth : draw.trueRates()) {
        List<String> order = new ArrayList<>(types);
        Collections.shuffle(order, random);
        Map<String, Double> known = new TreeMap<>();
        order.subList(0, measured).forEach(type -> known.put(type, truth[types.indexOf(type)]));
        IsolatedEstimate estimate = known.isEmpty() ? model.unmeasured() : model.estimate(known);
        for (String type : order.subList(measured, types.size())) {
          double rate = truth[types.indexOf(type)];
          squares += Math.pow(Math.log(estimate.stepsPerSecond(type) / rate), 2) / cells;
          for (double level : LEVELS) {
            Interval interval = estimate.interval(type, level);
            within.merge(level, interval.contains(rate) ? 1 : 0, Integer::sum);
          }
        }
      }
      int count = measured;
      within.forEach((level, hits) -> figures.put(within(count, level), 100.0 * hits / cells));
      figures.put(error(measured), Math.sqrt(squares));
    }
    return RunFigures.of(figures);
  }
}
