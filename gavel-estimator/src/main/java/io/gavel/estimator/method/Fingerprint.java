package io.gavel.estimator.method;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Estimate.Match;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Fingerprinting as in the paper: complete the row, find the reference type nearest by cosine
 * distance, and use its row instead of the job's (Gavel §6).
 *
 * <p>It serves as a baseline: the completed row itself is nearer to the truth than the row of
 * another type. A completed row of zeros has no direction and stays unchanged. Immutable.
 *
 * @param completion the method that completes rows
 */
public record Fingerprint(EstimationMethod completion) implements EstimationMethod {

  /** The binary digits of a distance that are no rounding, whatever the order of columns. */
  private static final int DIGITS = 40;

  private static final Comparator<Match> ORDER =
      Comparator.comparingDouble(Match::distance).thenComparing(Match::reference);

  /**
   * Returns the reference types in order of their distance from a row.
   *
   * @param references the reference types
   * @param row a completed row over the same columns
   * @return all reference types, nearest first, equal distances, rounded to 40 binary digits, by
   *     name; two rows of zeros have distance 0, a row of zeros has distance 1 from all other rows
   * @throws IllegalArgumentException if the row has other columns than the table
   */
  public static List<Match> matches(ReferenceTable references, Estimate row) {
    references.columns().requireSame(row.columns(), "row", "the reference table");
    double[] rates = row.rates();
    List<Match> matches = new ArrayList<>(references.size());
    for (int i = 0; i < references.size(); i++) {
      matches.add(new Match(references.names().get(i), distance(rates, references.row(i))));
    }
    matches.sort(ORDER);
    return List.copyOf(matches);
  }

  private static double distance(double[] a, double[] b) {
    double squaredA = 0;
    double squaredB = 0;
    double product = 0;
    for (int k = 0; k < a.length; k++) {
      squaredA += a[k] * a[k];
      squaredB += b[k] * b[k];
      product += a[k] * b[k];
    }
    if (squaredA == 0 || squaredB == 0) {
      return squaredA == squaredB ? 0 : 1;
    }
    double distance = 1 - product / (Math.sqrt(squaredA) * Math.sqrt(squaredB));
    // Rates are not negative, so neither is the cosine; it exceeds 1 by rounding only.
    return Math.max(0, Math.scalb(Math.rint(Math.scalb(distance, DIGITS)), -DIGITS));
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    RowEstimator completer = completion.fit(references);
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        Estimate completed = completer.estimate(row);
        double[] rates = completed.rates();
        boolean zero = true;
        for (double rate : rates) {
          zero &= rate == 0;
        }
        String nearest = matches(references, completed).get(0).reference();
        return withPriorSpread(zero ? rates : references.row(references.names().indexOf(nearest)));
      }
    };
  }
}
