package io.gavel.policies.audit;

import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import java.util.Optional;
import java.util.function.Supplier;

/** Remembers the largest gap, and of equal gaps the first. A gap of NaN is the largest of all. */
final class Worst {

  private final Invariant invariant;
  private final Tolerance tolerance;
  private double gap = Double.NEGATIVE_INFINITY;
  private Optional<Witness> witness = Optional.empty();

  Worst(Invariant invariant, Tolerance tolerance) {
    this.invariant = invariant;
    this.tolerance = tolerance;
  }

  /** Records a value that must not exceed a bound; the gap is in units of {@code unit}. */
  void atMost(double value, double bound, double unit, Supplier<Witness> who) {
    if (!tolerance.atMost(value, bound)) {
      double found = (value - bound) / unit;
      if (witness.isEmpty() || Double.compare(found, gap) > 0) { // NaN is above all numbers
        gap = found;
        witness = Optional.of(who.get());
      }
    }
  }

  Finding finding() {
    return witness.isEmpty()
        ? new Finding.Holds(invariant, tolerance)
        : new Finding.Violated(invariant, witness.get(), gap, tolerance);
  }
}
