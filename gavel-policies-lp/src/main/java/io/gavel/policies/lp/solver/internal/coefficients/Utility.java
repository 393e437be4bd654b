package io.gavel.policies.lp.solver.internal.coefficients;

/**
 * The concave utilities of throughput whose weighted sum a program may maximise: {@code q^p / p}
 * for a power {@code p < 1}, and {@code log q} for {@code p = 0}. With {@code p → −∞} their optimum
 * tends to the max-min one, with {@code p → 1} to the largest weighted sum.
 */
public final class Utility {

  private Utility() {}

  public static double value(double power, double weight, double q) {
    return power == 0 ? weight * StrictMath.log(q) : weight * StrictMath.pow(q, power) / power;
  }

  public static double slope(double power, double weight, double q) {
    return power == 0 ? weight / q : weight * StrictMath.pow(q, power - 1);
  }

  /** Returns the throughput at which the slope equals the price. */
  public static double throughput(double power, double weight, double price) {
    return power == 0 ? weight / price : StrictMath.pow(price / weight, 1 / (power - 1));
  }

  /**
   * Returns the change of the product of throughput and price that makes the price equal to the
   * slope, to first order. It is linearised in the form with the least curvature: in the price for
   * powers of at least 0, in the throughput for negative powers.
   */
  public static double pull(double power, double weight, double q, double price) {
    return power >= 0
        ? q * (slope(power, weight, q) - price)
        : (throughput(power, weight, price) - q) * (1 - power) * price;
  }

  /**
   * Returns the conjugate: the supremum of the utility minus price times q over all throughputs q
   * of at least a floor.
   */
  public static double conjugate(double power, double weight, double price, double floor) {
    if (!(price > 0)) {
      return power < 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double q = Math.max(floor, throughput(power, weight, price));
    return value(power, weight, q) - price * q;
  }
}
