package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;

/** The lexicographic optimum in rational numbers, without rounding: a primal simplex by Bland. */
final class ExactOrder {

  /** A rational number. */
  private record Fraction(BigInteger above, BigInteger below) {
    static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

    static Fraction of(double value) {
      BigDecimal exact = new BigDecimal(value);
      return of(exact.unscaledValue(), BigInteger.TEN.pow(Math.max(0, exact.scale())))
          .times(of(BigInteger.TEN.pow(Math.max(0, -exact.scale())), BigInteger.ONE));
    }

    static Fraction of(BigInteger above, BigInteger below) {
      BigInteger common = above.gcd(below).max(BigInteger.ONE);
      BigInteger divisor = below.signum() < 0 ? common.negate() : common;
      return new Fraction(above.divide(divisor), below.divide(divisor));
    }

    Fraction minus(Fraction o) {
      return of(above.multiply(o.below).subtract(o.above.multiply(below)), below.multiply(o.below));
    }

    Fraction times(Fraction o) {
      return of(above.multiply(o.above), below.multiply(o.below));
    }

    Fraction over(Fraction o) {
      return of(above.multiply(o.below), below.multiply(o.above));
    }

    int sign() {
      return above.signum();
    }

    double value() {
      return new BigDecimal(above)
          .divide(new BigDecimal(below), MathContext.DECIMAL128)
          .doubleValue();
    }
  }

  private final Fraction[][] tableau;
  private final int[] basis;
  private final boolean[] banned;
  private final int columns;

  private ExactOrder(AllocationProblem problem) {
    int jobs = problem.jobCount();
    int types = problem.cluster().typeCount();
    int rows = jobs + types;
    columns = jobs * types + rows;
    tableau = new Fraction[rows][columns + 1];
    basis = new int[rows];
    banned = new boolean[columns];
    for (int i = 0; i < rows; i++) {
      Arrays.fill(tableau[i], Fraction.ZERO);
      basis[i] = jobs * types + i;
      tableau[i][basis[i]] = Fraction.of(1);
      tableau[i][columns] = Fraction.of(i < jobs ? 1 : problem.cluster().type(i - jobs).workers());
    }
    for (int c = 0; c < jobs * types; c++) {
      tableau[c / types][c] = Fraction.of(1);
      tableau[jobs + c % types][c] = Fraction.of(problem.workers(c / types));
      banned[c] = !problem.runs(c / types, c % types);
    }
  }

  /** The throughput of each job of a problem without pairs and shared pools, {@code [job]}. */
  static double[] throughputs(AllocationProblem problem) {
    ExactOrder exact = new ExactOrder(problem);
    double[] throughput = new double[problem.jobCount()];
    int types = problem.cluster().typeCount();
    for (int m = 0; m < throughput.length; m++) {
      Fraction[] gain = new Fraction[exact.columns + 1];
      Arrays.fill(gain, Fraction.ZERO);
      for (int j = 0; j < types; j++) {
        gain[m * types + j] = Fraction.of(problem.throughputs().stepsPerSecond(m, j));
      }
      throughput[m] = exact.maximize(gain);
    }
    return throughput;
  }

  private double maximize(Fraction[] gain) {
    Fraction[] cost = gain.clone();
    for (int i = 0; i < basis.length; i++) {
      subtract(cost, gain[basis[i]], tableau[i]);
    }
    for (int enters = entering(cost); enters >= 0; enters = entering(cost)) {
      int leaves = leaving(enters);
      Fraction entry = tableau[leaves][enters];
      for (int c = 0; c <= columns; c++) {
        tableau[leaves][c] = tableau[leaves][c].over(entry);
      }
      for (int i = 0; i < basis.length; i++) {
        if (i != leaves) {
          subtract(tableau[i], tableau[i][enters], tableau[leaves]);
        }
      }
      subtract(cost, cost[enters], tableau[leaves]);
      basis[leaves] = enters;
    }
    for (int c = 0; c < columns; c++) {
      banned[c] |= cost[c].sign() < 0;
    }
    return -cost[columns].value();
  }

  private int entering(Fraction[] cost) {
    for (int c = 0; c < columns; c++) {
      if (!banned[c] && cost[c].sign() > 0) {
        return c;
      }
    }
    return -1;
  }

  private int leaving(int enters) {
    int best = -1;
    Fraction least = Fraction.ZERO;
    for (int i = 0; i < basis.length; i++) {
      if (tableau[i][enters].sign() > 0) {
        Fraction ratio = tableau[i][columns].over(tableau[i][enters]);
        int order = best < 0 ? -1 : ratio.minus(least).sign();
        if (order < 0 || (order == 0 && basis[i] < basis[best])) {
          best = i;
          least = ratio;
        }
      }
    }
    return best;
  }

  private static void subtract(Fraction[] target, Fraction factor, Fraction[] row) {
    for (int c = 0; factor.sign() != 0 && c < target.length; c++) {
      if (row[c].sign() != 0) {
        target[c] = target[c].minus(factor.times(row[c]));
      }
    }
  }
}
