package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class FillCurveTest {

  private static final double ROUNDING = 1e-15;

  /** Weights 1, 2 and 1 of capacities 1, 6 and 2. */
  private static FillCurve fair() {
    return new FillCurve.WeightedFill(
        List.of(
            new FillCurve.JobFill(0, 1), new FillCurve.JobFill(1, 6), new FillCurve.JobFill(2, 2)),
        new double[] {1, 2, 1});
  }

  /** The weighted curve above, after a job that holds 3. */
  private static FillCurve queue() {
    return new FillCurve.SequentialFill(List.of(new FillCurve.JobFill(3, 3), fair()));
  }

  private static double[] filled(FillCurve fillCurve, double amount) {
    double[] ofJob = new double[4];
    fillCurve.fill(amount, ofJob);
    return ofJob;
  }

  @Test
  void fill_fair_fullChildrenLeaveTheRestToTheOthers() {
    assertArrayEquals(new double[] {.5, 1, .5, 0}, filled(fair(), 2), ROUNDING);
    assertArrayEquals(new double[] {1, 3, 1.5, 0}, filled(fair(), 5.5), ROUNDING);
    assertArrayEquals(new double[] {1, 5, 2, 0}, filled(fair(), 8), ROUNDING);
    assertArrayEquals(new double[] {1, 6, 2, 0}, filled(fair(), 9), ROUNDING);
  }

  @Test
  void fill_queue_oneAfterTheOther() {
    assertArrayEquals(new double[] {0, 0, 0, 2}, filled(queue(), 2), ROUNDING);
    assertArrayEquals(new double[] {.5, 1, .5, 3}, filled(queue(), 5), ROUNDING);
    assertEquals(12, queue().capacity());
  }

  @Test
  void full_queueOfFair_isTheAmountAtWhichFillGivesAllThatAJobHolds() {
    double[] at = new double[4];
    queue().full(amount -> amount, at);
    assertArrayEquals(new double[] {3 + 4, 3 + 9, 3 + 7, 3}, at, ROUNDING);
    double[] capacity = {1, 6, 2, 3};
    for (int m = 0; m < at.length; m++) {
      assertEquals(capacity[m], filled(queue(), at[m])[m], ROUNDING);
    }
  }

  /** The heavy child is full first, at 1.5 by weight, though it holds more. */
  @Test
  void fill_heavyChild_isFullBeforeALightOneThatHoldsLess() {
    FillCurve curve =
        new FillCurve.WeightedFill(
            List.of(new FillCurve.JobFill(0, 2), new FillCurve.JobFill(1, 6)), new double[] {1, 4});
    assertArrayEquals(new double[] {1, 4, 0, 0}, filled(curve, 5), ROUNDING);
    assertArrayEquals(new double[] {1.5, 6, 0, 0}, filled(curve, 7.5), ROUNDING);
    assertArrayEquals(new double[] {1.75, 6, 0, 0}, filled(curve, 7.75), ROUNDING);
    double[] at = new double[2];
    curve.full(amount -> amount, at);
    assertArrayEquals(new double[] {8, 7.5}, at, ROUNDING);
  }

  /** The first of a queue is full while nothing else is, the second with all of the queue. */
  @Test
  void full_queueBesideAJob_countsWhatTheOtherHasUntilThen() {
    FillCurve both =
        new FillCurve.SequentialFill(
            List.of(new FillCurve.JobFill(0, 1), new FillCurve.JobFill(1, 1)));
    FillCurve curve =
        new FillCurve.WeightedFill(List.of(new FillCurve.JobFill(2, 3), both), new double[] {1, 1});
    double[] at = new double[3];
    curve.full(amount -> amount, at);
    assertArrayEquals(new double[] {2, 4, 5}, at, ROUNDING);
  }
}
