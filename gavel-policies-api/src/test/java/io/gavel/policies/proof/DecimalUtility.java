package io.gavel.policies.proof;

import java.math.BigDecimal;
import java.math.MathContext;

/** Logarithms and powers in decimals, between two bounds. Shares no code with the library. */
final class DecimalUtility {

  private static final MathContext DIGITS = new MathContext(110);

  /** Far more than all roundings together. */
  private static final BigDecimal ERROR = new BigDecimal("1e-80");

  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal LOG_TEN = series(BigDecimal.TEN);

  private DecimalUtility() {}

  /** At least or at most the logarithm. */
  static BigDecimal log(BigDecimal q, boolean up) {
    BigDecimal log = log(q);
    BigDecimal error = ERROR.multiply(log.abs().max(ONE));
    return up ? log.add(error) : log.subtract(error);
  }

  /** At least or at most {@code q^p}. */
  static BigDecimal power(BigDecimal q, BigDecimal p, boolean up) {
    BigDecimal x = log(q).multiply(p, DIGITS);
    int halvings = Math.max(0, x.precision() - x.scale()) * 4 + 4;
    BigDecimal small = x.divide(TWO.pow(halvings), DIGITS);
    BigDecimal sum = ONE;
    BigDecimal term = ONE;
    for (int k = 1; term.abs().compareTo(ERROR.pow(2)) > 0 && k < 200; k++) {
      term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum.multiply(up ? ONE.add(ERROR) : ONE.subtract(ERROR));
  }

  /** At least or at most {@code q^p/p}, for a power of 0 the logarithm. */
  static BigDecimal utility(BigDecimal q, double p, boolean up) {
    return p == 0
        ? log(q, up)
        : quotient(power(q, new BigDecimal(p), up == p > 0), new BigDecimal(p), up);
  }

  /** A quotient that errs less than all else. */
  static BigDecimal quotient(BigDecimal a, BigDecimal b, boolean up) {
    BigDecimal near = a.divide(b, DIGITS);
    BigDecimal error = near.abs().multiply(ERROR);
    return up ? near.add(error) : near.subtract(error);
  }

  private static BigDecimal log(BigDecimal q) {
    int tens = q.precision() - q.scale();
    BigDecimal rest = q.scaleByPowerOfTen(-tens).round(DIGITS); // from 0.1 to 1
    return series(rest).add(LOG_TEN.multiply(BigDecimal.valueOf(tens)), DIGITS);
  }

  /** The logarithm of a number from 0.1 to 10: 16 times that of its 16th root. */
  private static BigDecimal series(BigDecimal q) {
    BigDecimal root = q;
    for (int i = 0; i < 4; i++) {
      root = root.sqrt(DIGITS);
    }
    BigDecimal z = root.subtract(ONE).divide(root.add(ONE), DIGITS);
    BigDecimal square = z.multiply(z, DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 1; k < 150; k += 2) {
      sum = sum.add(z.divide(BigDecimal.valueOf(k), DIGITS), DIGITS);
      z = z.multiply(square, DIGITS);
    }
    return sum.multiply(BigDecimal.valueOf(32));
  }
}
