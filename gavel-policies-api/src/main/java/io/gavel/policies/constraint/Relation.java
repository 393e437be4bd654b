package io.gavel.policies.constraint;

/** Compares the value of a form with the bound of its constraint. */
public enum Relation {
  /** The value is at most the bound. */
  AT_MOST("≤"),
  /** The value is at least the bound. */
  AT_LEAST("≥"),
  /** The value equals the bound. */
  EXACTLY("=");

  private final String sign;

  Relation(String sign) {
    this.sign = sign;
  }

  /**
   * Returns the amount by which a value breaks the relation.
   *
   * @param value of the form
   * @param bound of the constraint
   * @return the distance to the nearest value that is allowed; 0 if the value is allowed
   */
  public double violation(double value, double bound) {
    return switch (this) {
      case AT_MOST -> Math.max(0, value - bound);
      case AT_LEAST -> Math.max(0, bound - value);
      case EXACTLY -> Math.abs(value - bound);
    };
  }

  /** Returns the sign of the relation. */
  @Override
  public String toString() {
    return sign;
  }
}
