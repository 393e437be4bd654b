package io.gavel.policies.lp.solver.internal.interior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import java.util.Arrays;
import java.util.Random;

/** Newton's equations, written down with the rows and columns of a program. */
public final class Newton {

  private Newton() {}

  /** A point inside all limits, near no row. */
  public static Iterate point(BlockProgram program, Random random) {
    Iterate at = new Iterate(program);
    for (double[][] blocks : new double[][][] {at.x, at.z, at.slack, at.price}) {
      for (double[] block : blocks) {
        Arrays.setAll(block, i -> 0.2 + random.nextDouble());
      }
    }
    at.level = program.hasLevel() ? random.nextDouble() : 0;
    for (int b = 0; b < at.slack.length; b++) {
      for (int i = 0; i < at.slack[b].length; i++) {
        at.slack[b][i] = program.exact[b][i] ? 0 : at.slack[b][i];
      }
    }
    return at;
  }

  /** No row misses its limit, slack included, by more than a given amount. */
  public static void assertFeasible(BlockProgram program, Iterate at, double most) {
    double[][] left = BlockProgram.like(program.limit);
    program.subtract(at.x, left);
    for (int b = 0; b < left.length; b++) {
      for (int i = 0; i < left[b].length; i++) {
        double rest = left[b][i] + program.limit[b][i] - at.slack[b][i];
        assertEquals(0, rest - program.requirement[b][i] * at.level, most);
      }
    }
  }

  /** The right-hand sides at a point that aim at a product of all partners. */
  public static void aim(NewtonSystem newton, Iterate at, double mu) {
    newton.measure(at);
    newton.aim(at, mu, new Iterate(newton.blocks), 0);
  }

  /** A direction closes what the point leaves open, and brings products to their targets. */
  public static void assertSolves(
      BlockProgram program, NewtonSystem newton, Iterate at, double tolerance) {
    double mu = 0.1;
    Iterate d = new Iterate(program);
    assertTrue(newton.factor(at));
    aim(newton, at, mu);
    assertTrue(newton.solve(at, d) <= 1e-9);
    Iterate after = new Iterate(program);
    after.moveBy(at, 1, 1);
    after.moveBy(d, 1, 1);
    assertColumns(program, at, d, after, mu, tolerance);
    double[][] left = BlockProgram.like(program.limit);
    program.subtract(after.x, left);
    double ofLevel = 0;
    for (int b = 0; b < left.length; b++) {
      for (int i = 0; i < left[b].length; i++) {
        double rest = left[b][i] + program.limit[b][i] - after.slack[b][i];
        String row = "row " + b + ":" + i;
        assertEquals(0, rest - program.requirement[b][i] * after.level, tolerance, row);
        ofLevel += program.requirement[b][i] * after.price[b][i];
        double slack = at.slack[b][i];
        double price = at.price[b][i];
        double moved = slack * d.price[b][i] + price * d.slack[b][i];
        if (program.exact[b][i]) {
          assertEquals(0, d.slack[b][i], row);
        } else if (program.weight[b][i] > 0) {
          double pull = Utility.pull(program.power, program.weight[b][i], slack, price);
          double bend = slack * d.price[b][i] + (1 - program.power) * price * d.slack[b][i];
          assertEquals(pull, bend, tolerance, row);
        } else {
          assertEquals(mu, slack * price + moved, tolerance, row);
        }
      }
    }
    assertEquals(program.hasLevel() ? 1 : 0, ofLevel, tolerance);
  }

  private static void assertColumns(
      BlockProgram program, Iterate at, Iterate d, Iterate after, double mu, double tolerance) {
    double[][] paid = BlockProgram.like(program.gain);
    program.price(after.price, paid);
    for (int b = 0; b < paid.length; b++) {
      for (int i = 0; i < paid[b].length; i++) {
        String column = "column " + b + ":" + i;
        assertEquals(paid[b][i] - program.gain[b][i], after.z[b][i], tolerance, column);
        double moved = at.x[b][i] * d.z[b][i] + at.z[b][i] * d.x[b][i];
        assertEquals(mu, at.x[b][i] * at.z[b][i] + moved, tolerance, column);
      }
    }
  }
}
