package io.gavel.policies.proof;

import java.util.function.DoublePredicate;

/**
 * Arithmetic on doubles that errs on a known side. Java's operations round to nearest, so the
 * neighbour of a result bounds the exact value; {@link StrictMath#log} and {@link StrictMath#pow}
 * err by less than one unit in the last place.
 */
final class Directed {

  private Directed() {}

  static double quotientUp(double a, double b) {
    return Math.nextUp(a / b);
  }

  static double quotientDown(double a, double b) {
    return Math.nextDown(a / b);
  }

  static double productUp(double a, double b) {
    return Math.nextUp(a * b);
  }

  static double productDown(double a, double b) {
    return Math.nextDown(a * b);
  }

  static double sumUp(double a, double b) {
    return Math.nextUp(a + b);
  }

  static double logUp(double q) {
    return Math.nextUp(Math.nextUp(StrictMath.log(q)));
  }

  static double logDown(double q) {
    return Math.nextDown(Math.nextDown(StrictMath.log(q)));
  }

  static double powUp(double q, double power) {
    return Math.nextUp(Math.nextUp(StrictMath.pow(q, power)));
  }

  static double powDown(double q, double power) {
    return Math.max(0, Math.nextDown(Math.nextDown(StrictMath.pow(q, power))));
  }

  /**
   * Returns the number itself or, if that does not hold, one that differs from it as little as
   * needed, up or down by the sign; infinite or 0 if no number within a factor of 2 holds.
   */
  static double moved(double start, int sign, DoublePredicate holds) {
    double claim = start;
    for (double part = 0x1p-53; !holds.test(claim); part *= 2) {
      if (part > 1) {
        return sign > 0 ? Double.POSITIVE_INFINITY : 0;
      }
      claim = start * (1 + sign * part);
    }
    return claim;
  }
}
