package io.gavel.policies.lp.solver.internal.precise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Small programs with known optima: points, prices, steps. */
class TwofoldTableauTest {

  private static final double[][] ROWS = {{1, 0}, {0, 2}, {3, 2}};

  private static TwofoldTableau tableau() {
    return new TwofoldTableau(ROWS, new double[] {4, 12, 18}, new double[] {3, 5});
  }

  /** A textbook's example: 36 at (2, 6), in two steps. */
  @Example
  void solve_twoProducts_isTheCornerWithItsPrices() {
    TwofoldTableau tableau = tableau();
    assertTrue(tableau.solve(2));
    assertArrayEquals(new double[] {2, 6}, tableau.point(), 1e-15);
    assertArrayEquals(new double[] {0, 1.5, 1}, tableau.prices(), 1e-15);
    assertFalse(tableau().solve(1));
  }

  /** The first variable is at least 1: the origin is not allowed. */
  @Example
  void solve_originOutside_findsItsWayIn() {
    double[][] rows = {{-1, 0}, {1, 1}};
    double[] limit = {-1, 3};
    double[] gain = {0, 1};
    TwofoldTableau tableau = new TwofoldTableau(rows, limit, gain);
    assertTrue(tableau.solve(2));
    assertArrayEquals(new double[] {1, 2}, tableau.point(), 0);
    assertArrayEquals(new double[] {1, 1}, tableau.prices(), 0);
    assertFalse(new TwofoldTableau(rows, limit, gain).solve(1));
    assertFalse(new TwofoldTableau(rows, limit, gain).solve(0));
  }

  @Example
  void solve_limitsThatContradict_isFalse() {
    double[][] rows = {{-1}, {1}};
    assertFalse(new TwofoldTableau(rows, new double[] {-2, 1}, new double[] {1}).solve(100));
    assertTrue(new TwofoldTableau(rows, new double[] {-1, 1}, new double[] {1}).solve(100));
  }

  @Example
  void solve_gainWithoutLimit_isFalse() {
    double[][] rows = {{0, 1}};
    assertFalse(new TwofoldTableau(rows, new double[] {1}, new double[] {1, 1}).solve(100));
  }

  /** Beale's example, on which steps by the largest gain run in a circle. */
  @Example
  void solve_circleOfLargestGains_ends() {
    double[][] rows = {{0.25, -60, -0.04, 9}, {0.5, -90, -0.02, 3}, {0, 0, 1, 0}};
    TwofoldTableau tableau =
        new TwofoldTableau(rows, new double[] {0, 0, 1}, new double[] {0.75, -150, 0.02, -6});
    assertTrue(tableau.solve(100));
    assertArrayEquals(new double[] {0.04, 0, 1, 0}, tableau.point(), 1e-16);
    assertArrayEquals(new double[] {0, 1.5, 0.05}, tableau.prices(), 1e-15);
  }

  /**
   * Rows of Hilbert's matrix times 360,360, whose entries are integers: ones are the point and the
   * prices. The condition of the matrix is 1e10, so that arithmetic in doubles has six digits left.
   */
  @Example
  void solve_illConditionedRows_isRightToTheLastDigit() {
    int n = 8;
    double[][] rows = new double[n][n];
    double[] sums = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = 360_360.0 / (i + j + 1);
        sums[i] += rows[i][j];
      }
    }
    TwofoldTableau tableau = new TwofoldTableau(rows, sums, sums);
    assertTrue(tableau.solve(1000));
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    assertArrayEquals(ones, tableau.point(), 1e-15);
    assertArrayEquals(ones, tableau.prices(), 1e-15);
  }

  /** Point and prices are feasible, and worth the same. Whole numbers make many ties. */
  @Property
  void solve_anyRows_pointAndPricesProveEachOther(@ForAll Draws random) {
    int height = 1 + random.nextInt(6);
    int width = 1 + random.nextInt(6);
    double[][] rows = new double[height + 1][];
    Arrays.setAll(rows, i -> random.doubles(width).map(x -> Math.rint(8 * x - 4)).toArray());
    Arrays.fill(rows[height], 1); // which limits all
    double[] inside = random.doubles(width).map(x -> Math.rint(3 * x)).toArray();
    double[] limit = new double[height + 1];
    Arrays.setAll(limit, i -> dot(rows[i], inside) + (random.nextBoolean() ? 0 : 0.5));
    double[] gain = random.doubles(width).map(x -> 2 * x - 1).toArray();
    TwofoldTableau tableau = new TwofoldTableau(rows, limit, gain);
    assertTrue(tableau.solve(10_000));
    double[] x = tableau.point();
    double[] price = tableau.prices();
    for (int i = 0; i <= height; i++) {
      assertTrue(dot(rows[i], x) <= limit[i] + 1e-13, "row " + i);
      assertTrue(price[i] >= 0, "price " + i);
    }
    for (int j = 0; j < width; j++) {
      double owed = -gain[j];
      for (int i = 0; i <= height; i++) {
        owed += rows[i][j] * price[i];
      }
      assertTrue(x[j] >= 0 && owed >= -1e-12 * (1 + dot(price, price)), "column " + j);
    }
    assertEquals(dot(limit, price), dot(gain, x), 1e-12 * (1 + dot(price, price)));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
