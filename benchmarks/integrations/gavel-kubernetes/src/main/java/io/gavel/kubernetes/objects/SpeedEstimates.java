package io.gavel.kubernetes.objects;

import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Estimates unknown speeds of a workload from the job types of the table. Immutable. */
final class SpeedEstimates {

  private final IsolatedThroughputs model;

  private SpeedEstimates(IsolatedThroughputs model) {
    this.model = model;
  }

  /**
   * Learns from a table.
   *
   * @param table speeds of job types, as text; entries to be estimated are ignored
   * @throws IllegalArgumentException if the table has no speeds, or no job type links two flavours
   */
  static SpeedEstimates of(Map<String, String> table, Iterable<String> flavors) {
    List<String> known = new ArrayList<>();
    flavors.forEach(known::add);
    List<Map<String, Double>> rows = new ArrayList<>();
    TreeSet<String> types = new TreeSet<>();
    for (String text : new TreeMap<>(table).values()) {
      Map<String, Double> row = positive(SpeedText.parse(text, known));
      rows.add(row);
      types.addAll(row.keySet());
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "speeds are to be estimated, and the table of speeds is empty or missing");
    }
    double[][] speeds =
        rows.stream()
            .map(row -> types.stream().mapToDouble(type -> row.getOrDefault(type, 0.0)).toArray())
            .toArray(double[][]::new);
    return new SpeedEstimates(IsolatedThroughputs.fit(List.copyOf(types), speeds));
  }

  /** Returns the speeds that are stated and above 0. */
  static Map<String, Double> positive(Map<String, Optional<Double>> stated) {
    Map<String, Double> positive = new TreeMap<>();
    stated.forEach(
        (flavor, speed) ->
            speed.filter(value -> value > 0).ifPresent(value -> positive.put(flavor, value)));
    return positive;
  }

  /**
   * Returns the speeds above 0, with estimates for unknown speeds.
   *
   * @throws IllegalArgumentException if the table has no speed on a flavour
   */
  Map<String, Double> complete(Map<String, Optional<Double>> stated) {
    Map<String, Double> speeds = positive(stated);
    Map<String, Double> known = new TreeMap<>(speeds);
    known.keySet().retainAll(model.workerTypes());
    IsolatedEstimate estimate = model.estimate(known);
    stated.forEach(
        (flavor, speed) -> {
          int j = model.workerTypes().indexOf(flavor);
          if (speed.isEmpty() && j < 0) {
            throw new IllegalArgumentException(
                "the speed on %s is to be estimated; the table has speeds on %s"
                    .formatted(flavor, model.workerTypes()));
          }
          if (speed.isEmpty()) {
            speeds.put(flavor, estimate.stepsPerSecond(j));
          }
        });
    return speeds;
  }
}
