package io.gavel.estimator;

import java.util.List;

/**
 * A way to fill in a row of which a part was measured.
 *
 * <p>Whatever the method, the estimators that it fits keep these rules:
 *
 * <ol>
 *   <li value="1"><b>Measured is measured</b> &ndash; what was measured is returned unchanged, bit
 *       for bit; so a complete row is its own answer, and an exact measurement makes its entry
 *       exact.
 *   <li value="2"><b>Range</b> &ndash; every rate is from 0 to 1.
 *   <li value="3"><b>No evidence</b> &ndash; a row of which nothing was measured gets the mean of
 *       the references in each column, never a random choice.
 *   <li value="4"><b>Names, not positions</b> &ndash; permuting references or columns permutes the
 *       answer, up to rounding.
 *   <li value="5"><b>Determinism</b> &ndash; equal tables and rows yield equal answers, bit for
 *       bit; randomness is seeded, and the seed is a parameter.
 * </ol>
 *
 * <p>Implementations are immutable and may be shared by threads.
 */
@FunctionalInterface
public interface EstimationMethod {

  /**
   * Learns from the job types that were measured in full.
   *
   * @param references what is known
   * @return an estimator for rows over the columns of that table
   */
  RowEstimator fit(ReferenceTable references);

  /**
   * The method to use unless there is a reason not to.
   *
   * <p>{@link Feasibility} predicts what cannot share; rates are those of {@link
   * GaussianConditional}, alone or two parts to one of {@link NearestReferences}; {@link
   * Calibrated} chooses among those by leave-one-out on the references and sets the intervals. On
   * the original's table (16 references, 20 choices of them) it has root mean square errors of
   * .123, .110 and .101 where 10, 20 and 50 % of the columns are measured; a ridge combination has
   * .140, .128 and .113.
   *
   * @return the method; it is not random, equal on every call
   */
  static EstimationMethod standard() {
    GaussianConditional gaussian = GaussianConditional.create();
    Blend blend =
        new Blend(
            List.of(new Blend.Part(gaussian, 2), new Blend.Part(NearestReferences.create(), 1)));
    return new Calibrated(
        List.of(
            new Feasibility(blend, 3), new Feasibility(blend, 24), new Feasibility(gaussian, 24)),
        0);
  }
}
