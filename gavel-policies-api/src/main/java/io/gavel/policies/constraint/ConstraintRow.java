package io.gavel.policies.constraint;

import java.util.stream.IntStream;

/**
 * A constraint with the numbers of one problem: {@code Σ a(g, j) X[g][j]} at most, at least or
 * equal to a bound. Immutable.
 *
 * @param name the name of a {@link Constraint}, or of a rule that follows from a {@link Quota}
 * @param relation how the sum compares with the bound
 * @param bound finite
 * @param coefficients the numbers {@code a(g, j)}
 */
public record ConstraintRow(
    String name, Relation relation, double bound, FormCoefficients coefficients) {

  /**
   * One coefficient.
   *
   * @param g a group index
   * @param j a type index
   * @return what one unit of {@code X[g][j]} adds to the sum
   */
  public double coefficient(int g, int j) {
    return coefficients.at(g, j);
  }

  /**
   * The groups whose coefficients may differ from 0. A row of few jobs among many is read in the
   * time of these.
   *
   * @return group indices, ascending
   */
  public IntStream groups() {
    return coefficients.groups();
  }

  /** The fractions of time of an allocation. Implementations may be mutable. */
  @FunctionalInterface
  public interface Fractions {

    /**
     * The fraction of time of a group on a type.
     *
     * @param g a group index
     * @param j a type index
     * @return the fraction
     */
    double at(int g, int j);
  }

  /**
   * The sum at an allocation.
   *
   * @param fractions of time, for example {@code allocation::fraction}
   * @return {@code Σ a(g, j) X[g][j]}
   */
  public double value(Fractions fractions) {
    return coefficients.value(fractions);
  }

  /**
   * The scale of violations.
   *
   * @return the larger of {@code |bound|} and the largest {@code |a(g, j)|} where a group runs; 1
   *     if both are 0
   */
  public double scale() {
    double scale = Math.max(Math.abs(bound), coefficients.largest());
    return scale > 0 ? scale : 1;
  }

  @Override
  public String toString() {
    return "\"%s\" %s %s".formatted(name, relation, bound);
  }
}
