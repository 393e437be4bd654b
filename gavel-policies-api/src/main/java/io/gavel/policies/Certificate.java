package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Statement;
import java.util.Locale;
import java.util.Optional;

/**
 * The proof that comes with an allocation: its objective, a bound that no allocation exceeds, and
 * the prices that prove the bound. All figures are computed from the original problem after the
 * solve. Immutable.
 *
 * @param objective the value of the policy's objective at the allocation; the policy's
 *     documentation defines it and its unit
 * @param bound a value that no feasible allocation exceeds (undercuts, if the objective is
 *     minimised); equal to the objective if the policy is a formula that optimises nothing
 * @param maxViolation the largest amount by which a limit on time or capacity is exceeded, relative
 *     to that limit; 0 for allocations that policies return
 * @param prices the dual solution that proves the bound
 * @param statement the theorem that the prices prove, for independent checks; empty if the policy
 *     does not state one
 * @param levels the proof that the levels of all jobs are max-min fair, not only the smallest;
 *     empty if the policy does not prove that
 */
public record Certificate(
    double objective,
    double bound,
    double maxViolation,
    Prices prices,
    Optional<Statement> statement,
    Optional<FairLevels> levels) {

  /**
   * Checks that the figures are numbers.
   *
   * @param objective finite
   * @param bound not NaN; infinite if nothing is proved
   * @param maxViolation finite and at least 0
   * @param prices the dual solution
   * @param statement the theorem that the prices prove
   * @param levels the proof that all levels are fair
   * @throws IllegalArgumentException naming the invalid figure
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
   * Creates a certificate without a statement.
   *
   * @param objective finite
   * @param bound not NaN; infinite if nothing is proved
   * @param maxViolation finite and at least 0
   * @param prices the dual solution
   * @throws IllegalArgumentException naming the invalid figure
   */
  public Certificate(double objective, double bound, double maxViolation, Prices prices) {
    this(objective, bound, maxViolation, prices, Optional.empty(), Optional.empty());
  }

  /**
   * Returns a copy with a statement.
   *
   * @param stated the theorem that the prices prove
   * @return a copy
   */
  public Certificate withStatement(Statement stated) {
    return new Certificate(objective, bound, maxViolation, prices, Optional.of(stated), levels);
  }

  /**
   * Returns a copy with a proof of all levels. {@link
   * io.gavel.policies.proof.Certifier#certifyLevels} makes one that passes the check.
   *
   * @param proof prices for each round
   * @return a copy
   */
  public Certificate withLevels(FairLevels proof) {
    return new Certificate(objective, bound, maxViolation, prices, statement, Optional.of(proof));
  }

  /**
   * Returns the largest possible distance of the objective from the optimum.
   *
   * @return {@code |bound - objective|} as a fraction of the larger of the two; 0 if they are
   *     equal, infinite if the bound is infinite
   */
  public double relativeGap() {
    if (bound == objective || Double.isInfinite(bound)) {
      return bound == objective ? 0 : Double.POSITIVE_INFINITY;
    }
    return Math.abs(bound - objective) / Math.max(Math.abs(objective), Math.abs(bound));
  }

  /**
   * Returns whether the certificate proves optimality.
   *
   * @param tolerance for the gap, relative to the larger of objective and bound as in {@link
   *     #relativeGap}, and for the violation, relative to the limit
   * @return true if the bound is finite and both are within the tolerance
   */
  public boolean holdsWithin(Tolerance tolerance) {
    // Compares differences: adding a tiny tolerance to the large values would round it away.
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
