package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** A number plus multiples of unknowns, which are numbered from 0. Immutable. */
record Form(Rational constant, Map<Integer, Rational> multiples) {

  static final Form ZERO = of(Rational.ZERO);

  static Form of(Rational constant) {
    return new Form(constant, Map.of());
  }

  /** An unknown. */
  static Form unknown(int i) {
    return new Form(Rational.ZERO, Map.of(i, Rational.ONE));
  }

  boolean isConstant() {
    return multiples.isEmpty();
  }

  /** This form plus a multiple of another one. */
  Form plus(Rational factor, Form other) {
    if (factor.signum() == 0) {
      return this;
    }
    Rational sum = constant.plus(factor.times(other.constant));
    if (other.isConstant()) {
      return new Form(sum, multiples);
    }
    Map<Integer, Rational> all = new TreeMap<>(multiples);
    other.multiples.forEach((i, a) -> all.merge(i, factor.times(a), Rational::plus));
    all.values().removeIf(a -> a.signum() == 0);
    return new Form(sum, all);
  }

  Form plus(Form other) {
    return plus(Rational.ONE, other);
  }

  Form times(Rational factor) {
    return ZERO.plus(factor, this);
  }

  Form minus(Rational number) {
    return new Form(constant.minus(number), multiples);
  }

  /** The same with the first multiple 1: forms that are 0 at the same points become equal. */
  Form normalized() {
    return isConstant()
        ? this
        : times(Rational.ONE.dividedBy(multiples.values().iterator().next()));
  }

  /** The value at given values of the unknowns. */
  Rational at(IntFunction<Rational> value) {
    Rational sum = constant;
    for (Map.Entry<Integer, Rational> e : multiples.entrySet()) {
      sum = sum.plus(e.getValue().times(value.apply(e.getKey())));
    }
    return sum;
  }
}
