package io.gavel.estimator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * The protocol of Gavel's estimator: some types are references, each of the others is new, and each
 * of its columns is measured with the same probability.
 *
 * @param table all types; a truth to compare with
 * @param references how many of them are references
 * @param profile probability of a column to be measured
 * @param seeds how many random choices of references
 * @param closed whether only columns whose partner is a reference are kept
 */
record Experiment(ReferenceTable table, int references, double profile, int seeds, boolean closed) {

  Experiment(ReferenceTable table, int references, double profile, int seeds) {
    this(table, references, profile, seeds, false);
  }

  /**
   * How a method did on unmeasured rates of the jobs themselves, over all seeds and new types.
   *
   * @param rmse mean over rows of the root mean square error
   * @param pooled root mean square error over all entries of all rows
   * @param coverage share of entries within their 90 % interval
   */
  record Score(double rmse, double pooled, double coverage) {}

  Score score(EstimationMethod method) {
    double[] sums = new double[5];
    run(
        method,
        (estimate, truth) -> {
          double squares = 0;
          int count = 0;
          for (int k = 0; k < truth.length; k++) {
            if (!estimate.measurements().isMeasured(k)
                && estimate.columns().column(k).side() == Column.Side.JOB) {
              squares += (estimate.rate(k) - truth[k]) * (estimate.rate(k) - truth[k]);
              sums[4] += estimate.interval(k, 0.9).contains(truth[k]) ? 1 : 0;
              count++;
            }
          }
          if (count > 0) {
            sums[0] += Math.sqrt(squares / count);
            sums[1]++;
            sums[2] += squares;
            sums[3] += count;
          }
        });
    return new Score(sums[0] / sums[1], Math.sqrt(sums[2] / sums[3]), sums[4] / sums[3]);
  }

  /** Calls back with each estimate and its truth. */
  void run(EstimationMethod method, BiConsumer<Estimate, double[]> result) {
    for (int seed = 0; seed < seeds; seed++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, table.size()).boxed().toList());
      Collections.shuffle(order, new Random(seed));
      List<Integer> known = order.subList(0, references);
      ReferenceTable seen = closed ? Tables.closed(table, known) : table;
      RowEstimator fitted = method.fit(seen.select(known));
      SplittableRandom random = new SplittableRandom(seed);
      for (int i : order.subList(references, table.size())) {
        double[] truth = seen.row(i);
        Measurements row = Tables.profile(seen.columns(), truth, profile, random);
        result.accept(fitted.estimate(row), truth);
      }
    }
  }
}
