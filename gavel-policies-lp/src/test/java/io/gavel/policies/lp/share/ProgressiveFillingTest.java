package io.gavel.policies.lp.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

/** Times of jobs that rise together until what they hold is gone. */
class ProgressiveFillingTest {

  private static final double ROUNDING = 1e-15;

  private static double[] row(double... numbers) {
    return numbers;
  }

  private static void assertTimes(
      double[] expected, double[] capacity, double[] rise, double[]... held) {
    assertArrayEquals(expected, ProgressiveFilling.times(held, rise, capacity), ROUNDING);
  }

  @Test
  void jobs_riseInProportion() {
    assertTimes(row(0.25, 0.75), row(1), row(1, 3), row(1), row(1));
    assertTimes(row(0.125, 0.375), row(1), row(1, 3), row(2), row(2));
    assertTimes(row(0.2, 0.6), row(1), row(1, 3), row(2), row(1));
  }

  /** The first is at full time at level 1/3; then the other has what is left. */
  @Test
  void jobAtFullTime_leavesTheRestToTheOthers() {
    assertTimes(row(0.5, 1), row(1.5), row(1, 3), row(1), row(1));
    assertTimes(row(1, 1), row(3), row(1, 3), row(1), row(1));
  }

  /** The second resource is gone at level 1/4; the first is for the first job from then on. */
  @Test
  void fullResource_stopsThoseThatHoldIt() {
    assertTimes(row(0.875, 0.125), row(1, 0.125), row(1, 0.5), row(1, 0), row(1, 1));
    assertTimes(row(1, 0.5, 0.5), row(2, 1), row(1, 1, 1), row(1, 0), row(1, 1), row(0, 1));
  }

  @Test
  void resourceThatIsNotThere_isHeldByNobody() {
    assertTimes(row(0, 1), row(0, 1), row(1, 1), row(1, 0), row(0, 1));
    assertTimes(row(0, 1), row(1), row(0, 2), row(1), row(1));
    assertTimes(row(), row(1), row());
  }
}
