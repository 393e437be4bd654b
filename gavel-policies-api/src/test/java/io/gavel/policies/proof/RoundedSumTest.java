package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Differences have the sign of the exact ones beyond their errors, which are small. */
final class RoundedSumTest {

  private static RoundedSum sum(double[] a, double[] b) {
    RoundedSum sum = new RoundedSum();
    sum.addProducts(a, b, a.length);
    return sum;
  }

  @Property
  void minus_ofAnyDoubles_hasTheSignOfTheExactBeyondTheErrors(@ForAll Draws random) {
    double[][] a = new double[2][random.nextInt(20)];
    double[][] b = new double[2][a[0].length];
    ExactSum difference = new ExactSum();
    for (int i = 0; i < a[0].length; i++) {
      boolean both = random.nextInt(3) > 0; // then the sums stay close
      for (int side = 0; side < 2; side++) {
        a[side][i] = side == 1 && both ? a[0][i] : ExactSumTest.any(random);
        b[side][i] = side == 1 && both ? b[0][i] : ExactSumTest.any(random);
        difference.addProduct(side == 0 ? a[side][i] : -a[side][i], b[side][i]);
      }
    }
    RoundedSum first = sum(a[0], b[0]);
    RoundedSum second = sum(a[1], b[1]);
    double minus = first.minus(second);
    if (Math.abs(minus) >= first.error() + second.error()) {
      assertEquals(Math.signum(minus), difference.signum());
    }
  }

  @Property
  void minus_ofNumbersNearOne_isOffByTheErrorsAtMost(@ForAll Draws random) {
    int n = random.nextInt(30);
    double[] a = random.doubles(n).map(x -> 9 * x - 3).toArray();
    double[] b = random.doubles(n).map(x -> 1 / (x + 0.1)).toArray();
    RoundedSum sum = sum(a, b);
    Rational exact = new ExactSum().addProducts(a, b, n).value();
    double near = sum.minus(new RoundedSum());
    double off = exact.minus(Rational.of(near)).abs().ceil();
    assertTrue(off <= sum.error() + Math.ulp(near) / 2, () -> off + " of " + near);
    assertTrue(sum.error() < 1e-25, () -> "" + sum.error());
  }

  @Example
  void minus_sumsThatDifferByMoreThanRounding_isBeyondTheErrors() {
    RoundedSum third = sum(new double[] {1.0 / 3}, new double[] {0.1});
    RoundedSum more = sum(new double[] {1.0 / 3, 1e-25}, new double[] {0.1, 1});
    assertEquals(1e-25, more.minus(third), 1e-30);
    assertTrue(more.error() + third.error() < 1e-29);
    third.set(0.1, 1.0 / 3, 0, 1);
    more.set(third);
    assertEquals(0, more.minus(third));
  }

  /** The square of the number of terms times 2^-105 of the sum of their sizes. */
  @Example
  void error_ofManyTerms_growsWithTheirSquare() {
    for (int n : new int[] {10, 1000}) {
      double[] ones = new double[n];
      Arrays.fill(ones, 1);
      double claimed = 0x1p-105 * n * n * n;
      double error = sum(ones, ones).error();
      assertTrue(claimed <= error && error <= 16 * claimed, n + ": " + error);
    }
    RoundedSum none = new RoundedSum();
    none.set(1, 2, 3, 4);
    none.clear();
    assertEquals(0, none.error());
  }

  @Example
  void error_ofTermsThatOverflow_leavesADoubt() {
    RoundedSum large = sum(new double[] {Double.MAX_VALUE}, new double[] {2});
    assertFalse(Math.abs(large.minus(new RoundedSum())) >= large.error());
  }
}
