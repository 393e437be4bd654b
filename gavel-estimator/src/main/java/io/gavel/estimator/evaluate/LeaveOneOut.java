package io.gavel.estimator.evaluate;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * The accuracy of a method on a table: each reference type in turn is treated as new, with a random
 * part of its columns measured, and estimated from the remaining ones. This needs only the table,
 * so it can choose a method before any new job arrives. Immutable.
 *
 * <p>A table of more than {@code folds} reference types is split into {@code folds} parts by the
 * types' names, and one part at a time is held out, until some 256 types were: so many say enough,
 * and the time stays linear in the size of the table.
 *
 * @param profile the share of measured columns, between 0 and 1
 * @param seed of the choice of columns, which depends on names, not on positions
 * @param folds the largest number of fits, at least 2
 */
public record LeaveOneOut(double profile, long seed, int folds) {

  /** The number of types that are held out of larger tables, up to the size of a part. */
  private static final int MOST_HELD = 256;

  /**
   * Checks the parameters.
   *
   * @param profile between 0 and 1
   * @param seed any
   * @param folds at least 2
   * @throws IllegalArgumentException if a parameter is not as described
   */
  public LeaveOneOut {
    Require.openFraction(profile, "share of columns measured");
    Require.atLeast(2, folds, "number of folds");
  }

  /**
   * Returns a validation with at most 16 fits.
   *
   * @param profile the share of measured columns, between 0 and 1
   * @param seed of the choice of columns
   * @return the validation
   */
  public static LeaveOneOut of(double profile, long seed) {
    return new LeaveOneOut(profile, seed, 16);
  }

  /**
   * Returns the root mean square error on the columns that were not measured.
   *
   * @param method the method to judge
   * @param references at least two reference types
   * @return the mean over the reference types
   * @throws IllegalArgumentException if there is only one reference type
   */
  public double rmse(EstimationMethod method, ReferenceTable references) {
    return meanRmse(trials(method, references));
  }

  /**
   * Returns the root mean square error of each trial, averaged over the trials with missing
   * columns.
   *
   * @param trials of one method
   * @return the mean; 0 if no trial has a missing column
   */
  public static double meanRmse(List<HeldOutTrial> trials) {
    return trials.stream()
        .filter(heldOutTrial -> heldOutTrial.missing() > 0)
        .mapToDouble(HeldOutTrial::rmse)
        .average()
        .orElse(0);
  }

  /**
   * Estimates each reference type from the remaining ones and a random part of its own row.
   *
   * @param method the method to judge
   * @param references at least two reference types
   * @return one trial for each reference type that is held out, which is all of up to 256
   * @throws IllegalArgumentException if there is only one reference type
   */
  public List<HeldOutTrial> trials(EstimationMethod method, ReferenceTable references) {
    return trials(method, references, List.of(profile)).get(0);
  }

  /**
   * Returns trials at several shares of measured columns. The method is fitted once for all shares.
   *
   * @param method the method to judge
   * @param references at least two reference types
   * @param shares shares of columns that are measured, from 0 to 1, instead of {@link #profile}
   * @return for each share, one trial for each reference type that is held out
   * @throws IllegalArgumentException if there is only one reference type
   */
  public List<List<HeldOutTrial>> trials(
      EstimationMethod method, ReferenceTable references, List<Double> shares) {
    if (references.size() < 2) {
      throw new IllegalArgumentException(
          "\"%s\" is the only reference type; there must be another to estimate it from"
              .formatted(references.names().get(0)));
    }
    List<Integer> byName = ProfiledRows.byName(references);
    List<List<HeldOutTrial>> trials =
        shares.stream().map(share -> (List<HeldOutTrial>) new ArrayList<HeldOutTrial>()).toList();
    int types = references.size();
    int parts = Math.max(Math.min(folds, types), types / MOST_HELD);
    int heldOut = Math.max(1, (int) Math.min(parts, (long) MOST_HELD * parts / types));
    for (int part = 0; part < heldOut; part++) {
      List<Integer> kept = new ArrayList<>();
      List<Integer> held = new ArrayList<>();
      for (int position = 0; position < byName.size(); position++) {
        (position % parts == part ? held : kept).add(byName.get(position));
      }
      RowEstimator fitted = method.fit(references.select(kept));
      for (int i : held) {
        for (int s = 0; s < shares.size(); s++) {
          Measurements row = ProfiledRows.profiled(references, i, shares.get(s), seed);
          Estimate estimate = fitted.estimate(row);
          trials
              .get(s)
              .add(new HeldOutTrial(references.names().get(i), estimate, references.complete(i)));
        }
      }
    }
    return trials;
  }
}
