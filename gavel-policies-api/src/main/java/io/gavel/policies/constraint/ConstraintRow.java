package io.gavel.policies.constraint;

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

  @Override
  public String toString() {
    return "\"%s\" %s %s".formatted(name, relation, bound);
  }
}
