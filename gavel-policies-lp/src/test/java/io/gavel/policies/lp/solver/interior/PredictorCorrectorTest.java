package io.gavel.policies.lp.solver.interior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps of a method that is told how far its directions lead. */
class PredictorCorrectorTest {

  /** A method whose directions lead as far as it is told; it notes what it is asked. */
  private static final class Told extends PredictorCorrector {
    final List<Double> asked = new ArrayList<>();
    double predicted = 1;
    double corrected = 1;
    double dual = 1;
    double products = 1;
    double after = 0.5;
    boolean factors = true;
    boolean taken = true;

    Told(boolean utility) {
      super(1e-3, utility);
    }

    private Reach reach(double longest) {
      return new Reach() {
        @Override
        public double longestPrimal() {
          return longest;
        }

        @Override
        public double longestDual() {
          return dual;
        }

        @Override
        public double products(double primal, double dual) {
          return after;
        }
      };
    }

    @Override
    protected boolean factor() {
      return factors;
    }

    @Override
    protected double products() {
      return products;
    }

    @Override
    protected Reach predict() {
      return reach(predicted);
    }

    @Override
    protected Optional<Reach> correct(double part, double secondOrder) {
      asked.add(part);
      asked.add(secondOrder);
      return taken ? Optional.of(reach(corrected)) : Optional.empty();
    }

    @Override
    protected double trusted(double longest) {
      return longest / 2;
    }

    @Override
    protected void move(double primal, double dual) {
      asked.add(primal);
      asked.add(dual);
    }

    boolean step() {
      return moved();
    }
  }

  /** What the predictor leaves, cubed, is aimed at; short steps have no second-order terms. */
  @Test
  void moved_steps_followThePredictor() {
    Told full = new Told(false);
    full.dual = 0.5;
    assertTrue(full.step());
    assertEquals(List.of(0.125, 1.0, 0.9995, 0.9995 * 0.5), full.asked);
    Told far = new Told(false);
    far.after = 0.01; // a millionth, but at least a thousandth
    far.predicted = 0.05;
    assertTrue(far.step());
    assertEquals(List.of(1e-3, 0.5, 0.9995, 0.9995), far.asked);
    Told both = new Told(false);
    both.predicted = 0.05;
    both.dual = 0.5;
    assertTrue(both.step());
    assertEquals(0.25, both.asked.get(1), 1e-12);
    Told utility = new Told(true);
    utility.dual = 0.5;
    assertTrue(utility.step());
    assertEquals(List.of(0.125, 1.0, 0.9995 * 0.25, 0.9995 * 0.25), utility.asked);
  }

  @Test
  void moved_withoutProgress_endsThere() {
    Told singular = new Told(false);
    singular.factors = false;
    assertFalse(singular.step());
    assertEquals(List.of(), singular.asked);
    Told refused = new Told(false);
    refused.taken = false;
    assertFalse(refused.step());
    assertEquals(2, refused.asked.size());
    Told stuck = new Told(false);
    stuck.corrected = 1e-13;
    stuck.dual = 1e-13;
    assertFalse(stuck.step());
    assertEquals(2, stuck.asked.size());
    Told dual = new Told(false);
    dual.corrected = 1e-13; // but prices move
    assertTrue(dual.step());
    Told broken = new Told(false);
    broken.corrected = Double.NaN;
    broken.dual = Double.NaN;
    assertFalse(broken.step());
    Told lost = new Told(false);
    lost.after = Double.NaN;
    assertFalse(lost.step());
  }

  /**
   * With utilities, steps may go round and round: after six that do not save a tenth of the
   * products, all others aim at a tenth and have no second-order terms.
   */
  @Test
  void moved_stepsThatGoRound_areHeldToTheCentre() {
    Told told = new Told(true);
    told.after = 0.01;
    double[] products = {1, 0.85, 0.8, 0.77, 0.9, 0.79, 0.78, 0.7, 1, 1, 1, 1, 1};
    for (double each : products) {
      told.products = each;
      told.asked.clear();
      assertTrue(told.step());
      assertEquals(1.0, told.asked.get(1), "less than six in a row");
      assertTrue(told.asked.get(0) < 0.01);
    }
    for (double each : new double[] {1, 0.5}) {
      told.products = each;
      told.asked.clear();
      assertTrue(told.step());
      assertEquals(List.of(0.1, 0.0), told.asked.subList(0, 2));
    }
    told.after = 0.4; // of products of 0.5
    told.asked.clear();
    assertTrue(told.step());
    assertEquals(0.512, told.asked.get(0), 1e-12);
  }
}
