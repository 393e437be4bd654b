package io.gavel.policies;

import io.gavel.policies.internal.Require;
import java.util.Locale;

/**
 * The proof that comes with an allocation: what it achieves, what nothing can exceed, and the
 * prices that show it. All figures are computed from the original problem after the solve.
 * Immutable.
 *
 * @param objective the value of the policy's objective at the allocation; its documentation says
 *     which and in what unit
 * @param bound a value that no feasible allocation exceeds (for a minimum: undercuts); equal to the
 *     objective where the policy is a formula and nothing is optimised
 * @param maxViolation the largest amount by which a limit on time or capacity is exceeded, relative
 *     to that limit; 0 for what policies return
 * @param prices the dual solution that proves the bound
 */
public record Certificate(double objective, double bound, double maxViolation, Prices prices) {

  /**
   * Checks that the figures are numbers.
   *
   * @param objective finite
   * @param bound not NaN; infinite if nothing is proved
   * @param maxViolation finite and at least 0
   * @param prices the dual solution
   * @throws IllegalArgumentException naming the figure that is none
   */
  public Certificate {
    if (!Double.isFinite(objective) || Double.isNaN(bound)) {
      throw new IllegalArgumentException(
          "objective %s and bound %s must be numbers, the objective finite"
              .formatted(objective, bound));
    }
    Require.nonNegative(maxViolation, "largest violation");
  }

  /**
   * How far the objective may be from the optimum.
   *
   * @return {@code |bound - objective|} as a fraction of the larger of the two; 0 when they are
   *     equal, infinite when the bound is
   */
  public double relativeGap() {
    if (bound == objective || Double.isInfinite(bound)) {
      return bound == objective ? 0 : Double.POSITIVE_INFINITY;
    }
    return Math.abs(bound - objective) / Math.max(Math.abs(objective), Math.abs(bound));
  }

  /**
   * Whether this proves optimality.
   *
   * @param tolerance for the gap, relative to the larger of objective and bound as in {@link
   *     #relativeGap}, and for the violation, relative to the limit
   * @return true if the bound is finite and both are within the tolerance
   */
  public boolean holdsWithin(Tolerance tolerance) {
    // Differences are compared as such: added to what they differ from, the least would be lost.
    double larger = Math.max(Math.abs(objective), Math.abs(bound));
    return Double.isFinite(bound)
        && Math.abs(bound - objective) <= tolerance.absolute() + tolerance.relative() * larger
        && maxViolation <= tolerance.absolute() + tolerance.relative();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "objective %.6g, bound %.6g, relative gap %.1e, largest violation %.1e",
        objective,
        bound,
        relativeGap(),
        maxViolation);
  }
}
