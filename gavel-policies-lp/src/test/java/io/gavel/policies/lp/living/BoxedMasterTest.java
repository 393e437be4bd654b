package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.junit.jupiter.api.Test;

/** The master's optimum against another simplex method, and in numbers by hand. */
class BoxedMasterTest {

  /** The program as it is stated, with a level that may rise and fall. */
  private static double optimum(
      double[][] use, double[] slope, double[] free, double most, double[] low, double[] high) {
    int points = use.length;
    int pools = free.length;
    int columns = points + 2 + 2 * pools; // points, up, down, over and under
    double[] gain = new double[columns];
    gain[points] = 1;
    gain[points + 1] = -1;
    List<LinearConstraint> rows = new ArrayList<>();
    for (int k = 0; k < pools; k++) {
      double[] row = new double[columns];
      for (int i = 0; i < points; i++) {
        row[i] = use[i][k];
      }
      row[points] = slope[k];
      row[points + 1] = -slope[k];
      row[points + 2 + k] = -1;
      row[points + 2 + pools + k] = 1;
      gain[points + 2 + k] = -high[k];
      gain[points + 2 + pools + k] = low[k];
      rows.add(new LinearConstraint(row, Relationship.EQ, free[k]));
    }
    double[] mix = new double[columns];
    Arrays.fill(mix, 0, points, 1);
    rows.add(new LinearConstraint(mix, Relationship.EQ, 1));
    if (most < Double.POSITIVE_INFINITY) {
      double[] limit = new double[columns];
      limit[points] = 1;
      limit[points + 1] = -1;
      rows.add(new LinearConstraint(limit, Relationship.LEQ, most));
    }
    PointValuePair found =
        new SimplexSolver()
            .optimize(
                new LinearObjectiveFunction(gain, 0),
                new LinearConstraintSet(rows),
                GoalType.MAXIMIZE,
                new NonNegativeConstraint(true));
    return found.getValue();
  }

  /** Prices around some at which the price of the level is 1. */
  private static double[][] box(double[] slope, Random random) {
    double[] middle = random.doubles(slope.length, 0.1, 1).toArray();
    double sum = 0;
    for (int k = 0; k < slope.length; k++) {
      sum += middle[k] * slope[k];
    }
    double[][] box = new double[2][slope.length];
    for (int k = 0; k < slope.length; k++) {
      box[0][k] = middle[k] / sum * 0.7;
      box[1][k] = middle[k] / sum * 1.4;
    }
    return box;
  }

  @Test
  void solve_randomPrograms_isTheOptimumWithPricesInTheBox() {
    Random random = new Random(3);
    BoxedMaster[] masters = {new BoxedMaster(1), new BoxedMaster(2), new BoxedMaster(3)};
    int edges = 0;
    for (int run = 0; run < 300; run++) {
      int pools = 1 + random.nextInt(3);
      int points = 1 + random.nextInt(8);
      double[][] use = new double[points][];
      Arrays.setAll(use, i -> random.doubles(pools, 0, 1).toArray());
      double[] slope = random.doubles(pools, 0.2, 1).toArray();
      double[] free = random.doubles(pools, 0.2, 1).toArray();
      double most = random.nextBoolean() ? Double.POSITIVE_INFINITY : 0.2 * random.nextDouble();
      double[][] box = box(slope, random);
      double[] floor = new double[pools];
      Arrays.fill(floor, 1e-11);
      BoxedMaster master = masters[pools - 1]; // used again
      master.solve(use, points, slope, free, most, box[0], box[1], floor);
      double expected = optimum(use, slope, free, most, box[0], box[1]);
      assertEquals(expected, master.value, 1e-9, "run " + run);
      assertTrue(master.rise <= most + 1e-12, "run " + run);
      double parts = 0;
      for (int i = 0; i < points; i++) {
        assertTrue(master.part[i] >= 0);
        parts += master.part[i];
      }
      assertEquals(1, parts, 1e-12);
      double objective = master.rise;
      double ofLevel = 0;
      boolean onEdge = false;
      for (int k = 0; k < pools; k++) {
        double price = master.price[k];
        assertTrue(price >= box[0][k] - 1e-9 && price <= box[1][k] + 1e-9, "run " + run);
        ofLevel += price * slope[k];
        double left = free[k] - slope[k] * master.rise;
        for (int i = 0; i < points; i++) {
          left -= master.part[i] * use[i][k];
        }
        objective += left < 0 ? box[1][k] * left : box[0][k] * left;
        onEdge |= Math.abs(left) > 1e-9;
      }
      assertEquals(expected, objective, 1e-9, "run " + run);
      assertTrue(master.rise > most - 1e-9 || Math.abs(ofLevel - 1) < 1e-9, "run " + run);
      assertEquals(onEdge, master.onEdge, "run " + run);
      edges += onEdge ? 1 : 0;
    }
    assertTrue(edges > 20 && edges < 280, "edges " + edges);
  }

  /** One pool, one point: the level rises by what is left over its slope, or as much as it may. */
  @Test
  void solve_onePoint_risesByWhatIsLeft() {
    BoxedMaster master = new BoxedMaster(1);
    double[][] use = {{0.5}};
    double[] low = {1};
    double[] high = {4};
    master.solve(use, 1, Cases.row(0.5), Cases.row(0.75), 9, low, high, Cases.row(1e-11));
    assertEquals(0.5, master.rise, 1e-12);
    assertEquals(0.5, master.value, 1e-12);
    assertEquals(2, master.price[0], 1e-12);
    assertFalse(master.onEdge);
    master.solve(use, 1, Cases.row(0.5), Cases.row(0.25), 9, low, high, Cases.row(1e-11));
    assertEquals(-0.5, master.rise, 1e-12);
    master.solve(use, 1, Cases.row(0.5), Cases.row(0.75), 0.25, low, high, Cases.row(1e-11));
    assertEquals(0.25, master.rise, 1e-12);
    assertEquals(0.25 + 0.125, master.value, 1e-12); // what is left is worth its lowest price
    assertTrue(master.onEdge);
    master.solve(use, 1, Cases.row(0.5), Cases.row(0.75), 0.25, low, high, Cases.row(1));
    assertFalse(master.onEdge); // a price at which workers may be left
    master.solve(use, 1, Cases.row(0.5), Cases.row(0.5), 9, low, high, Cases.row(1e-11));
    assertEquals(0, master.rise);
    assertEquals(1, master.part[0]);
  }

  /** Points of next to nothing beside each other are mixed as well as others. */
  @Test
  void solve_pointsOfTinyDifferences_areMixed() {
    BoxedMaster master = new BoxedMaster(2);
    for (double unit : new double[] {1, 0x1p-30, 0x1p-40}) { // less than a reduced cost may be
      double[][] use = {{0.5, 0.5}, {0.5 + unit, 0.5 - unit}};
      double[] free = {0.5 + 0.25 * unit, 0.5 - 0.25 * unit};
      master.solve(
          use,
          2,
          Cases.row(1, 1),
          free,
          9,
          Cases.row(0.1, 0.1),
          Cases.row(0.9, 0.9),
          Cases.row(1e-11, 1e-11));
      assertEquals(0.25, master.part[1], 1e-6);
      assertEquals(0, master.rise, 1e-6 * unit);
      assertFalse(master.onEdge);
    }
  }

  /** A master that is used again grows with its points. */
  @Test
  void solve_morePointsThanBefore_isTheOptimum() {
    BoxedMaster master = new BoxedMaster(1);
    double[] low = {1};
    double[] high = {4};
    for (int points : new int[] {1, 30, 2, 60}) {
      double[][] use = new double[points][1];
      Arrays.setAll(use, i -> Cases.row(0.75 - 0.25 * i / points));
      master.solve(use, points, Cases.row(0.5), Cases.row(0.75), 9, low, high, Cases.row(1e-11));
      double least = use[points - 1][0];
      assertEquals((0.75 - least) / 0.5, master.rise, 1e-12, points + " points");
      assertEquals(1, master.part[points - 1], 1e-12, points + " points");
    }
  }

  /** Which pool is at the end of its prices, and whether workers may be left there. */
  @Test
  void onEdge_ofPools_isThatOfThePoolThatLacksOrLeaves() {
    double[] slope = {1, 1, 1};
    double[] low = {0.2, 0.2, 0.2};
    double[] high = {0.5, 0.5, 0.5};
    for (int k = 0; k < 3; k++) {
      double[] free = {0.5, 0.5, 0.5};
      free[k] = 0.75; // of this pool, workers are left
      double[][] use = {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}};
      BoxedMaster master = new BoxedMaster(3);
      double[] floor = {1e-11, 1e-11, 1e-11};
      master.solve(use, 2, slope, free, 9, low, high, floor);
      assertTrue(master.onEdge);
      assertEquals(low[k], master.price[k], 1e-12);
      floor[k] = 0.2;
      master.solve(use, 2, slope, free, 9, low, high, floor);
      assertFalse(master.onEdge, "pool " + k);
      free[k] = 0.25; // it lacks workers, which no floor allows
      Arrays.fill(floor, 0.2);
      double[] cheap = {0.2, 0.2, 0.2};
      double[] dear = {0.6, 0.6, 0.6};
      cheap[k] = 0.1;
      dear[k] = 0.15;
      master.solve(use, 2, slope, free, 9, cheap, dear, floor);
      assertTrue(master.onEdge, "pool " + k);
      assertEquals(0.15, master.price[k], 1e-12);
    }
  }
}
