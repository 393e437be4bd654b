package io.gavel.estimator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The protocol of Gavel's estimator: some types are references, each of the others is new, and each
 * of its columns is measured with the same probability.
 *
 * @param table all types; a truth to compare with
 * @param references how many of them are references
 * @param seeds how many random choices of references
 * @param closed whether only columns whose partner is a reference are kept
 */
record Experiment(ReferenceTable table, int references, int seeds, boolean closed) {

  static final List<Double> PROFILES = List.of(0.1, 0.2, 0.5);

  /**
   * How a method did on unmeasured rates of the jobs themselves, over all seeds and new types.
   *
   * @param rmse mean over rows of the root mean square error
   * @param pooled root mean square error over all entries of all rows
   * @param coverage share of entries within their 90 % interval
   */
  record Score(double rmse, double pooled, double coverage) {}

  /** One score for each of the profiling probabilities. */
  List<Score> scores(EstimationMethod method) {
    double[][] sums = new double[PROFILES.size()][5];
    for (int seed = 0; seed < seeds; seed++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, table.size()).boxed().toList());
      Collections.shuffle(order, new Random(seed));
      List<Integer> known = order.subList(0, references);
      ReferenceTable seen = closed ? Tables.closed(table, known) : table;
      RowEstimator fitted = method.fit(seen.select(known));
      for (int p = 0; p < sums.length; p++) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i : order.subList(references, table.size())) {
          double[] truth = seen.row(i);
          Measurements row = Tables.profile(seen.columns(), truth, PROFILES.get(p), random);
          add(sums[p], fitted.estimate(row), truth);
        }
      }
    }
    return Stream.of(sums)
        .map(s -> new Score(s[0] / s[1], Math.sqrt(s[2] / s[3]), s[4] / s[3]))
        .toList();
  }

  private static void add(double[] sums, Estimate estimate, double[] truth) {
    double squares = 0;
    int count = 0;
    for (int k = 0; k < truth.length; k++) {
      if (!estimate.measurements().isMeasured(k)
          && estimate.columns().column(k).side() == Column.Side.JOB) {
        double error = estimate.rate(k) - truth[k];
        squares += error * error;
        sums[4] += estimate.interval(k, 0.9).contains(truth[k]) ? 1 : 0;
        count++;
      }
    }
    sums[0] += Math.sqrt(squares / count);
    sums[1]++;
    sums[2] += squares;
    sums[3] += count;
  }
}
