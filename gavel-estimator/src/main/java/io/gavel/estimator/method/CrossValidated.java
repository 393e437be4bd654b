package io.gavel.estimator.method;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Estimate.ErrorQuantiles;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.evaluate.LeaveOneOut;
import io.gavel.estimator.internal.RecordingEstimator;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the best of several methods on a reference table, and calibrates its intervals.
 *
 * <p>Each candidate estimates every reference from the remaining ones, at several shares of
 * measured columns. The candidate with the smallest root mean square error, averaged over
 * references and shares, is chosen. Its errors determine how many standard errors an interval must
 * reach to either side. A row uses the errors at the share nearest to its own, or the errors
 * without measurements if it has none. Only the references are used.
 *
 * <p>With a single reference there is nothing to compare: the first candidate is chosen, and its
 * intervals stay uncalibrated. Fitting fits each candidate once per reference, at most 16 times; of
 * many references, some 256 are estimated. Immutable.
 *
 * @param candidates the methods, at least one; of equally good ones the first is chosen
 * @param seed of the columns that are held out
 */
public record CrossValidated(List<EstimationMethod> candidates, long seed)
    implements EstimationMethod {

  /**
   * Shares of measured columns. The first is for rows without measurements: their estimates are
   * means, with a separate error distribution.
   */
  private static final List<Double> SHARES = List.of(0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75);

  /** Errors that differ by less are equal, whatever the order of rows and columns. */
  private static final double ROUNDING = 1e-9;

  /**
   * Keeps a copy.
   *
   * @param candidates at least one
   * @param seed any
   * @throws IllegalArgumentException if there is no candidate
   */
  public CrossValidated {
    candidates = List.copyOf(candidates);
    Require.atLeast(1, candidates.size(), "number of candidates");
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    if (references.size() < 2) {
      return new RecordingEstimator(candidates.get(0).fit(references), candidates.get(0));
    }
    EstimationMethod best = candidates.get(0);
    List<List<HeldOutTrial>> trials = List.of();
    double least = Double.POSITIVE_INFINITY;
    for (EstimationMethod candidate : candidates) {
      var own = LeaveOneOut.of(0.5, seed).trials(candidate, references, SHARES);
      double error = own.stream().mapToDouble(LeaveOneOut::meanRmse).sum();
      if (error < (1 - ROUNDING) * least) {
        best = candidate;
        trials = own;
        least = error;
      }
    }
    RowEstimator fitted = best.fit(references);
    List<ErrorQuantiles> quantiles = trials.stream().map(CrossValidated::quantiles).toList();
    return new RecordingEstimator(calibrated(fitted, quantiles), best);
  }

  private static RowEstimator calibrated(RowEstimator fitted, List<ErrorQuantiles> quantiles) {
    return new RowEstimator() {
      @Override
      public Columns columns() {
        return fitted.columns();
      }

      @Override
      public Estimate estimate(Measurements row) {
        Estimate estimate = fitted.estimate(row);
        double share = (double) row.count() / columns().size();
        return estimate.calibrated(quantiles.get(row.count() == 0 ? 0 : nearest(share)));
      }
    };
  }

  private static int nearest(double share) {
    int best = 1;
    for (int s = 2; s < SHARES.size(); s++) {
      if (Math.abs(SHARES.get(s) - share) < Math.abs(SHARES.get(best) - share)) {
        best = s;
      }
    }
    return best;
  }

  private static ErrorQuantiles quantiles(List<HeldOutTrial> trials) {
    List<Double> ratios = new ArrayList<>();
    for (HeldOutTrial heldOutTrial : trials) {
      Estimate estimate = heldOutTrial.estimate();
      for (int k = 0; k < estimate.columns().size(); k++) {
        if (estimate.standardError(k) > 0) {
          ratios.add((heldOutTrial.truth().rate(k) - estimate.rate(k)) / estimate.standardError(k));
        }
      }
    }
    return ErrorQuantiles.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
