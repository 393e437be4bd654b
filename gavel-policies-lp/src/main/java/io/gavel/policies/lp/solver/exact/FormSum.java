package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sum of many forms. Fractions of the same denominator are added first; then neighbours, so
 * that numbers are of the same length and few are long. Mutable.
 */
final class FormSum {

  private static final int CONSTANT = -1;

  /** The sum of numerators of each denominator, by unknown. */
  private final Map<Integer, Map<BigInteger, BigInteger>> sums = new TreeMap<>();

  /** Adds a multiple of a form. */
  void add(Rational factor, Form form) {
    if (factor.signum() != 0) {
      add(CONSTANT, factor.times(form.constant()));
      form.multiples().forEach((i, a) -> add(i, factor.times(a)));
    }
  }

  private void add(int unknown, Rational a) {
    sums.computeIfAbsent(unknown, i -> new TreeMap<>())
        .merge(a.denominator(), a.numerator(), BigInteger::add);
  }

  /** The sum; empty if its numbers are too long. */
  Optional<Form> total() {
    Rational constant = Rational.ZERO;
    Map<Integer, Rational> multiples = new TreeMap<>();
    for (Map.Entry<Integer, Map<BigInteger, BigInteger>> e : sums.entrySet()) {
      Optional<Rational> sum = total(e.getValue());
      if (sum.isEmpty()) {
        return Optional.empty();
      }
      if (e.getKey() == CONSTANT) {
        constant = sum.get();
      } else if (sum.get().signum() != 0) {
        multiples.put(e.getKey(), sum.get());
      }
    }
    return Optional.of(new Form(constant, multiples));
  }

  private static Optional<Rational> total(Map<BigInteger, BigInteger> byDenominator) {
    Deque<Rational> rest = new ArrayDeque<>();
    byDenominator.forEach((denominator, sum) -> rest.add(Rational.of(sum, denominator)));
    while (rest.size() > 1) {
      Rational sum = rest.remove().plus(rest.remove());
      if (ExactEquations.isTooLong(sum)) {
        return Optional.empty();
      }
      rest.add(sum);
    }
    return Optional.of(rest.isEmpty() ? Rational.ZERO : rest.remove());
  }
}
