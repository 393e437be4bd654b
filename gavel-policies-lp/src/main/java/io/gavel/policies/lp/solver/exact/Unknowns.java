package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;

/**
 * Values of unknowns. Signs of forms are decided by short enclosures of long values where these
 * leave no doubt, else exactly. Immutable.
 */
final class Unknowns {

  /** Values with fewer bits are their own enclosures. */
  private static final int SHORT = 256;

  private final Rational[] values;
  private final Rational[] lower;
  private final Rational[] upper;

  Unknowns(Rational[] values) {
    this.values = values;
    lower = Arrays.stream(values).map(v -> bound(v, 0)).toArray(Rational[]::new);
    upper = Arrays.stream(values).map(v -> bound(v, 1)).toArray(Rational[]::new);
  }

  /** The number rounded down to few bits, plus so many units in the last place. */
  private static Rational bound(Rational value, int units) {
    BigInteger top = value.numerator();
    BigInteger bottom = value.denominator();
    if (Math.max(top.bitLength(), bottom.bitLength()) < SHORT) {
      return value;
    }
    int shift = SHORT / 2 - top.bitLength() + bottom.bitLength();
    BigInteger[] parts =
        shift > 0
            ? top.shiftLeft(shift).divideAndRemainder(bottom)
            : top.divideAndRemainder(bottom.shiftLeft(-shift));
    int floor = parts[1].signum() < 0 ? -1 : 0;
    return Rational.dyadic(parts[0].add(BigInteger.valueOf(floor + units)), -shift);
  }

  Rational value(Form form) {
    return form.at(i -> values[i]);
  }

  int signum(Form form) {
    if (form.isConstant()) {
      return form.constant().signum();
    }
    Rational least = form.constant();
    Rational most = form.constant();
    for (Map.Entry<Integer, Rational> e : form.multiples().entrySet()) {
      Rational a = e.getValue();
      int i = e.getKey();
      least = least.plus(a.times(a.signum() > 0 ? lower[i] : upper[i]));
      most = most.plus(a.times(a.signum() > 0 ? upper[i] : lower[i]));
    }
    int low = least.signum();
    return low == most.signum() ? low : value(form).signum();
  }
}
