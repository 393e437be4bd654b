package io.gavel.policies.lp.solver.coefficients;

/**
 * The concave utilities of throughput whose weighted sum a program may maximise: {@code q^p / p}
 * for a power {@code p < 1}, and {@code log q} for {@code p = 0}. With {@code p → -∞} their optimum
 * becomes the max-min one, with {@code p → 1} the largest sum.
 */
public final class Utility {

  private Utility() {}

  public static double value(double power, double weight, double q) {
    return power == 0 ? weight * StrictMath.log(q) : weight * StrictMath.pow(q, power) / power;
  }

  public static double slope(double power, double weight, double q) {
    return power == 0 ? weight / q : weight * StrictMath.pow(q, power - 1);
  }

  /** The throughput at which the slope is the price. */
  public static double throughput(double power, double weight, double price) {
    return power == 0 ? weight / price : StrictMath.pow(price / weight, 1 / (power - 1));
  }

  /**
   * By how much the product of throughput and price should change for the price to become the
   * slope, to first order: in the form that bends least, which is over the price for powers of at
   * least 0 and over the throughput for negative ones.
   */
  public static double pull(double power, double weight, double q, double price) {
    return power >= 0
        ? q * (slope(power, weight, q) - price)
        : (throughput(power, weight, price) - q) * (1 - power) * price;
  }

  /** The most that the utility less the price of the throughput can be: the sup over all q. */
  public static double conjugate(double power, double weight, double price) {
    if (!(price > 0)) {
      return power < 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double q = throughput(power, weight, price);
    return value(power, weight, q) - price * q;
  }
}
