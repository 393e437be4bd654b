package io.gavel.policies.lp.internal.level;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.solvers.AllowedSolution;
import org.apache.commons.math3.analysis.solvers.BracketingNthOrderBrentSolver;
import org.junit.jupiter.api.Test;

class RegulaFalsiTest {

  private int asked;

  private double root(DoubleUnaryOperator rising, double from, double to, double accuracy) {
    asked = 0;
    return RegulaFalsi.rightOfRoot(
        t -> {
          asked++;
          return rising.applyAsDouble(t);
        },
        from,
        to,
        accuracy);
  }

  @Test
  void rightOfRoot_straightLine_takesOneStep() {
    assertEquals(0.75, root(t -> 4 * t - 3, 0, 2, 1e-15), 1e-15);
    assertEquals(3, asked, "both ends and one step");
  }

  @Test
  void rightOfRoot_notBelowZeroAtTheStart_isTheStart() {
    assertEquals(2, root(t -> t - 2, 2, 5, 0));
    assertEquals(1, asked);
  }

  @Test
  void rightOfRoot_goodEnoughAtTheEnd_isTheEnd() {
    assertEquals(5, root(t -> t - 5, 2, 5, 1e-9));
    assertEquals(2, asked);
  }

  @Test
  void rightOfRoot_exactlyZeroOnTheWay_endsThere() {
    assertEquals(0.5, root(t -> t - 0.5, 0, 2, 0));
    assertEquals(3, asked);
  }

  @Test
  void rightOfRoot_adjacentEnds_isTheUpper() {
    assertEquals(Double.MIN_VALUE, root(t -> t > 0 ? 1 : -1, 0, Double.MIN_VALUE, 0.5));
    assertEquals(2, asked);
  }

  @Test
  void rightOfRoot_jump_isTheFirstNumberBeyond() {
    double root = root(t -> t < 0.3 ? -1 : 1, 0, 1, 1e-15);
    assertTrue(root >= 0.3 && root <= 0.3 * (1 + 2e-15), () -> "found " + root);
    assertTrue(asked < 65, () -> "asked " + asked + " times");
  }

  /** Demands that are linear piece by piece, as those of fairness trees; against Brent's method. */
  @Test
  void rightOfRoot_risingPieces_isThatOfBrent() {
    int inAll = 0;
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      double[] knee = random.doubles(20).toArray();
      double[] slope = random.doubles(20).map(x -> StrictMath.pow(10, 6 * x - 3)).toArray();
      double limit = 0.05 + 0.9 * random.nextDouble();
      double most = demand(knee, slope, 1);
      DoubleUnaryOperator rising = t -> demand(knee, slope, t) - limit * most;
      double found = root(rising, 0, 1, 1e-15 * most);
      double expected =
          new BracketingNthOrderBrentSolver(1e-15, Double.MIN_NORMAL, 1e-15 * most, 5)
              .solve(1000, rising::applyAsDouble, 0, 1, AllowedSolution.RIGHT_SIDE);
      assertEquals(expected, found, 1e-12, "seed " + seed);
      assertTrue(rising.applyAsDouble(found) >= 0, "seed " + seed);
      assertTrue(asked < 35, "seed " + seed + ": asked " + asked + " times");
      inAll += asked;
    }
    assertTrue(inAll < 17_000, "asked " + inAll + " times in all");
  }

  private static double demand(double[] knee, double[] slope, double t) {
    double sum = 0;
    for (int i = 0; i < knee.length; i++) {
      sum += slope[i] * Math.max(0, t - knee[i]);
    }
    return sum;
  }
}
