package io.gavel.policies.proof;

/**
 * Bounds concave utilities of throughput, rounded to the safe side. A tangent bounds a utility less
 * a price of throughput.
 */
final class Tangents {

  private Tangents() {}

  /** At least {@code log q − (y/w) q}, whose tangent at q₀ ≥ w/y is log q₀ − 1 without price. */
  static double logs(double weight, double price) {
    return Math.nextUp(Directed.logUp(Directed.quotientUp(weight, price)) - 1);
  }

  /** At least {@code q^p/p − (y/w) q}: q₀^p (1/p − 1) for a q₀ with w q₀^(p−1) ≤ y. */
  static double powers(double weight, double price, double power) {
    double start = StrictMath.pow(price / weight, 1 / (power - 1));
    double q = start;
    for (double part = 0x1p-52; !(slopeUp(weight, power, q) <= price); part *= 2) {
      if (part > 1) {
        return Double.POSITIVE_INFINITY;
      }
      q = start * (1 + part);
    }
    double factor = Math.nextUp(Math.nextUp(1 / power) - 1);
    return Directed.productUp(
        factor > 0 ? Directed.powUp(q, power) : Directed.powDown(q, power), factor);
  }

  /** At least {@code w q^(p−1)}. */
  static double slopeUp(double weight, double power, double q) {
    double less = q < 1 ? Math.nextDown(power - 1) : Math.nextUp(power - 1); // gives the larger one
    return Directed.productUp(
        weight, power == 0 ? Directed.quotientUp(1, q) : Directed.powUp(q, less));
  }

  /** At least {@code q^p/p}, or the logarithm. */
  static double utilityUp(double power, double q) {
    return power == 0
        ? Directed.logUp(q)
        : Directed.quotientUp(
            power > 0 ? Directed.powUp(q, power) : Directed.powDown(q, power), power);
  }

  /** At most {@code q^p/p}, or the logarithm. */
  static double utilityDown(double power, double q) {
    return power == 0
        ? Directed.logDown(q)
        : Directed.quotientDown(
            power > 0 ? Directed.powDown(q, power) : Directed.powUp(q, power), power);
  }
}
