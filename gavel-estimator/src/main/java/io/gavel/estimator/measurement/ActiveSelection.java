package io.gavel.estimator.measurement;

import io.gavel.estimator.fit.ShrunkenCovariance;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Suggests what to measure next for a new job: the pairs that are most informative about the rest
 * of its row.
 *
 * <p>Under {@link GaussianConditional} the remaining variance of a row depends on which columns
 * were measured, not on the results. So the pair that leaves the least variance, summed over the
 * row, is known in advance, and pairs are chosen one at a time (greedy A-optimal design). A
 * measurement of two jobs that share workers counts once, and gives both columns of the pair if the
 * table has both.
 *
 * <p>A suggestion takes {@code O(columns²)} for each pair that was measured or is suggested.
 * Immutable, and may be shared by threads.
 */
public final class ActiveSelection {

  private final Columns columns;
  private final double[] covariance;
  private final double noise;
  private final double[] weights; // of the variance of each column
  private final List<int[]> pairs; // for each pair, its columns

  private ActiveSelection(Columns columns, double[] covariance, double noise, double[] weights) {
    this.columns = columns;
    this.covariance = covariance;
    this.noise = noise;
    this.weights = weights;
    Map<Column, List<Integer>> byPair = new LinkedHashMap<>();
    for (int k = 0; k < columns.size(); k++) {
      Column column = columns.column(k);
      Column own = Column.of(column.workerType(), column.partner());
      byPair.computeIfAbsent(own, absent -> new ArrayList<>()).add(k);
    }
    this.pairs =
        byPair.values().stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toList();
  }

  /**
   * Learns the dependence between columns from the references.
   *
   * @param references the rows of known job types
   * @param model the Gaussian model
   * @return a selection for rows over the columns of that table
   */
  public static ActiveSelection fit(ReferenceTable references, GaussianConditional model) {
    double[] weights = new double[references.columns().size()];
    Arrays.fill(weights, 1);
    return new ActiveSelection(
        references.columns(),
        ShrunkenCovariance.of(references, model.shrinkage()),
        model.noise(),
        weights);
  }

  /**
   * Returns a copy for a decision to which some columns matter more: the variance of each column
   * counts with a weight, such as the {@link io.gavel.policies.explain.MeasurementWorth} of its
   * throughput.
   *
   * @param weight of each column, finite and at least 0; a column with 0 is measured only if it
   *     improves other columns
   * @return a copy
   * @throws IllegalArgumentException naming the column whose weight is negative or not finite
   */
  public ActiveSelection weighted(ToDoubleFunction<Column> weight) {
    double[] ofColumn = new double[columns.size()];
    for (int k = 0; k < ofColumn.length; k++) {
      Column column = columns.column(k);
      ofColumn[k] =
          Require.nonNegative(weight.applyAsDouble(column), "weight of column", column.toString());
    }
    return new ActiveSelection(columns, covariance, noise, ofColumn);
  }

  /**
   * Returns the most informative pairs.
   *
   * @param row the measurements so far
   * @param budget the number of pairs to suggest, at least 0
   * @return one column of each pair, most informative first; fewer than the budget if fewer pairs
   *     are left; ties in order of the columns
   * @throws IllegalArgumentException if the row has other columns, or the budget is negative
   */
  public List<Column> suggest(Measurements row, int budget) {
    return suggest(row, budget, column -> true);
  }

  /**
   * Returns the most informative pairs that can be measured now.
   *
   * @param row the measurements so far
   * @param budget the number of pairs to suggest, at least 0
   * @param possible whether a column's worker type and partner are available
   * @return one column of each pair, most informative first
   * @throws IllegalArgumentException if the row has other columns, or the budget is negative
   */
  public List<Column> suggest(Measurements row, int budget, Predicate<Column> possible) {
    columns.requireSame(row.columns(), "row", "the reference table");
    Require.atLeast(0, budget, "budget of measurements");
    double[] left = covariance.clone();
    for (int k : row.indices()) {
      condition(left, k);
    }
    List<int[]> open = new ArrayList<>();
    for (int[] pair : pairs) {
      boolean measured = false;
      for (int k : pair) {
        measured |= row.isMeasured(k);
      }
      if (!measured && possible.test(columns.column(pair[0]))) {
        open.add(pair);
      }
    }
    List<Column> chosen = new ArrayList<>();
    while (chosen.size() < budget && !open.isEmpty()) {
      int[] best = open.remove(mostInformative(left, open));
      chosen.add(columns.column(best[0]));
      for (int k : best) {
        condition(left, k);
      }
    }
    return List.copyOf(chosen);
  }

  private int mostInformative(double[] left, List<int[]> open) {
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int p = 0; p < open.size(); p++) {
      double gain = gain(left, open.get(p));
      if (gain > most) {
        best = p;
        most = gain;
      }
    }
    return best;
  }

  /**
   * Returns the weighted variance that a pair removes: with its first column, then with its second.
   */
  private double gain(double[] left, int[] pair) {
    int size = columns.size();
    int first = pair[0];
    double firstVariance = left[first * size + first] + noise;
    int last = pair[pair.length - 1];
    double slope = pair.length == 1 ? 0 : left[last * size + first] / firstVariance;
    double lastVariance = left[last * size + last] - slope * left[last * size + first] + noise;
    double gain = 0;
    for (int k = 0; k < size; k++) {
      double ofFirst = left[first * size + k];
      double ofLast = left[last * size + k] - slope * ofFirst;
      double removed = ofFirst * ofFirst / firstVariance;
      removed += pair.length == 1 ? 0 : ofLast * ofLast / lastVariance;
      gain += weights[k] * removed;
    }
    return gain;
  }

  /** {@code left -= left_.k left_k. / (left_kk + noise)}. */
  private void condition(double[] left, int k) {
    int size = columns.size();
    double[] row = new double[size];
    System.arraycopy(left, k * size, row, 0, size);
    double variance = row[k] + noise;
    for (int i = 0; i < size; i++) {
      double factor = row[i] / variance;
      for (int j = 0; j < size; j++) {
        left[i * size + j] -= factor * row[j];
      }
    }
  }
}
