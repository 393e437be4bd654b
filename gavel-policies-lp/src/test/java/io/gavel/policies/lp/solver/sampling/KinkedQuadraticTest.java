package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Minima in closed form, and values around the minimum. */
class KinkedQuadraticTest {

  private static KinkedQuadratic parabola() {
    KinkedQuadratic model = new KinkedQuadratic(1, i -> false);
    model.gradient[0] = 1;
    model.addSquare(1, Cases.row(1));
    return model;
  }

  private static void assertStep(KinkedQuadratic model, double step, double rest, double missed) {
    model.solve(Cases.row(0));
    assertEquals(step, model.step[0], 1e-12);
    assertEquals(rest, model.rest()[0], 1e-12);
    assertEquals(missed, model.missed(), 1e-12);
  }

  /** Δ + Δ²/2 is least at −1. */
  @Test
  void solve_withoutKinks_isNewtonsStep() {
    assertStep(parabola(), -1, 1, 0);
    KinkedQuadratic model = parabola();
    model.solve(Cases.row(1)); // the diagonal is 2
    assertEquals(-0.5, model.step[0], 1e-15);
  }

  /**
   * A kink at −1/2: beyond it, each step costs what the multiplier is, of which 1/2 is enough to
   * stop there. With less time there is only as much as that allows.
   */
  @Test
  void solve_aKinkOnTheWay_stopsThereOrGoesOnMoreSlowly() {
    double[][] times = {{1, 1}, {0.5, 1}, {0.25, 1}, {0, 1}, {-1e-9, 1}};
    double[] multipliers = {0.5, 0.5, 0.25, 0, 0};
    for (int i = 0; i < times.length; i++) {
      KinkedQuadratic model = parabola();
      model.addJob(times[i][0], times[i][1]);
      model.addKink(Cases.row(1), 0.5, 1);
      double theta = multipliers[i];
      assertStep(model, -1 + theta, 1 - theta, 0.5 * theta);
    }
    KinkedQuadratic half = parabola(); // a quarter of both parts of time
    half.addJob(0.0625, 1);
    half.addKink(Cases.row(1), 0.5, 0.25);
    assertStep(half, -0.75, 0.75, 0.125);
    KinkedQuadratic second = parabola();
    second.addJob(1, 0.1875);
    second.addKink(Cases.row(1), 0.5, 0.25);
    assertStep(second, -0.75, 0.75, 0.125);
  }

  /** A part of time that is next to nothing of what a kink takes limits it all the same. */
  @Test
  void solve_aKinkThatTakesNearlyAllOfOnePart_isLimitedByTheOther() {
    double[][] parts = {{0.9999, 1, 0.25 * (1 - 0.9999)}, {0.001, 0.25 * 0.001, 1}};
    for (double[] each : parts) {
      KinkedQuadratic model = parabola();
      model.addJob(each[1], each[2]);
      model.addKink(Cases.row(1), 0.5, each[0]);
      assertStep(model, -0.75, 0.75, 0.125);
    }
  }

  /** Kinks beyond the minimum, and on the other side, change nothing. */
  @Test
  void solve_kinksElsewhere_changeNothing() {
    KinkedQuadratic model = parabola();
    model.addJob(1, 1);
    model.addKink(Cases.row(1), 1, 0.5);
    model.addKink(Cases.row(-1), 0.1, 0.5);
    model.addKink(Cases.row(0), 0, 0.5);
    assertStep(model, -1, 1, 0);
  }

  /** Distances below 0 are rounding: the kink is here, and nothing moves. */
  @Test
  void solve_aKinkHere_staysHere() {
    KinkedQuadratic model = parabola();
    model.addJob(1, 1);
    model.addKink(Cases.row(1), -1e-20, 1);
    assertStep(model, 0, 0, 0);
  }

  /** Two kinks of a job share its time; those of two jobs do not. */
  @Test
  void solve_kinksOfAJob_shareItsTime() {
    KinkedQuadratic one = parabola();
    one.addJob(0.25, 1);
    one.addKink(Cases.row(1), 0, 1);
    one.addKink(Cases.row(1), 0, 1);
    assertStep(one, -0.75, 0.75, 0);
    KinkedQuadratic two = parabola();
    two.addJob(0.25, 1);
    two.addKink(Cases.row(1), 0, 1);
    two.addJob(0.25, 1);
    two.addKink(Cases.row(1), 0, 1);
    assertStep(two, -0.5, 0.5, 0);
  }

  /** What was added before is forgotten. */
  @Test
  void clear_ofAModel_leavesNothing() {
    KinkedQuadratic model = parabola();
    model.addJob(1, 1);
    model.addKink(Cases.row(1), 0.5, 1);
    model.solve(Cases.row(0));
    model.clear();
    model.solve(Cases.row(1));
    assertEquals(0, model.step[0]);
    model.gradient[0] = 2;
    model.addSquare(4, Cases.row(1));
    assertStep(model, -0.5, 2, 0);
    model.addJob(1, 1); // the first job and kink again
    model.addKink(Cases.row(1), 0.25, 1);
    assertStep(model, -0.25, 1, 0.25);
  }

  /** Fixed variables stay 0, and the others are solved as if they did not exist. */
  @Test
  void solve_fixedVariables_stay0() {
    KinkedQuadratic model = new KinkedQuadratic(3, i -> i == 1);
    double[] gradient = {1, 5, -2};
    System.arraycopy(gradient, 0, model.gradient, 0, 3);
    model.addSquare(2, Cases.row(1, 7, 0));
    model.addSquare(0.5, Cases.row(2, 3, 2)); // the matrix without the second: 4 2 / 2 2
    model.solve(Cases.row(0, 1, 0));
    assertArrayEquals(Cases.row(-1.5, 0, 2.5), model.step, 1e-12);
    model.addJob(9, 9);
    model.addKink(Cases.row(1, 100, 0), 1, 0.5);
    model.solve(Cases.row(0, 1, 0));
    assertEquals(-1, model.step[0], 1e-12); // then 2·(−1) + 2Δ = 2
    assertEquals(0, model.step[1]);
    assertEquals(2, model.step[2], 1e-12);
  }

  /** Of 2 1 / 1 4 and gradients of 1 and −3, or where the second stays 0. */
  @Test
  void add_entries_areThoseOfTheMatrix() {
    for (boolean fixed : new boolean[] {false, true}) {
      KinkedQuadratic model = new KinkedQuadratic(2, i -> fixed && i == 1);
      model.gradient[0] = 1;
      model.gradient[1] = -3;
      model.add(0, 0, 1.5);
      model.add(0, 0, 0.5);
      model.add(0, 1, 1);
      model.add(1, 0, 1);
      model.add(1, 1, 4);
      model.solve(fixed ? Cases.row(0, 1) : Cases.row(0, 0));
      assertArrayEquals(fixed ? Cases.row(-0.5, 0) : Cases.row(-1, 1), model.step, 1e-12);
    }
  }

  /** The function itself, with one kink a job, whose multiplier is all that its time allows. */
  private static double value(
      double[] gradient,
      double[][] squares,
      double[] factors,
      double[][] kinks,
      double[][] numbers,
      double[] least,
      double[] at) {
    double value = 0;
    for (int i = 0; i < at.length; i++) {
      value += gradient[i] * at[i] + least[i] * at[i] * at[i] / 2;
    }
    for (int s = 0; s < squares.length; s++) {
      double along = ResourceDemand.dot(squares[s], at);
      value += factors[s] * along * along / 2;
    }
    for (int k = 0; k < kinks.length; k++) {
      double theta = Math.min(numbers[k][0] / numbers[k][3], numbers[k][1] / (1 - numbers[k][3]));
      double beyond = -(numbers[k][2] + ResourceDemand.dot(kinks[k], at));
      value += theta * Math.max(0, beyond);
    }
    return value;
  }

  @Test
  void solve_randomModels_isNoWorseThanItsSurroundings() {
    Random random = new Random(8);
    double[] least = {0.1, 0.2, 0.3};
    int bent = 0;
    for (int i = 0; i < 60; i++) {
      KinkedQuadratic model = new KinkedQuadratic(3, k -> false);
      double[] gradient = random.doubles(3, -2, 2).toArray();
      System.arraycopy(gradient, 0, model.gradient, 0, 3);
      double[][] squares = new double[4][];
      double[] factors = random.doubles(4, 0, 2).toArray();
      for (int s = 0; s < 4; s++) {
        squares[s] = random.doubles(3, -1, 1).toArray();
        model.addSquare(factors[s], squares[s]);
      }
      double[][] kinks = new double[20][];
      double[][] numbers = new double[20][];
      for (int k = 0; k < 20; k++) {
        kinks[k] = random.doubles(3, -1, 1).toArray();
        // two parts of time, the distance, and the part of the first
        numbers[k] = random.doubles(4, 0.01, 0.99).toArray();
        model.addJob(numbers[k][0], numbers[k][1]);
        model.addKink(kinks[k], numbers[k][2], numbers[k][3]);
      }
      model.solve(least);
      double best = value(gradient, squares, factors, kinks, numbers, least, model.step);
      for (int t = 0; t < 60; t++) {
        double length = StrictMath.pow(10, -t % 5);
        double[] near = model.step.clone();
        for (int k = 0; k < 3; k++) {
          near[k] += length * (random.nextDouble() - 0.5);
        }
        double other = value(gradient, squares, factors, kinks, numbers, least, near);
        assertTrue(other >= best - 1e-9, "model " + i);
      }
      // at the minimum, the gradient with its multipliers is that of the quadratic
      double[] rest = model.rest();
      for (int k = 0; k < 3; k++) {
        double pull = rest[k] + least[k] * model.step[k];
        for (int s = 0; s < 4; s++) {
          pull += factors[s] * ResourceDemand.dot(squares[s], model.step) * squares[s][k];
        }
        assertEquals(0, pull, 1e-9);
      }
      bent += model.missed() > 0 ? 1 : 0;
    }
    assertTrue(bent > 20, "bent " + bent);
  }
}
