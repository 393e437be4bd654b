package io.gavel.policies.lp.internal.level;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Jobs of 10 and 4 steps a second at most; the third has no steps left, so it does not count. */
final class FinishTimeLevelsTest {

  private final FinishTimeLevels levels =
      new FinishTimeLevels(
          problem(workers(1, 1), row(10, 5), row(2, 4), row(1, 1)),
          new double[] {100, 40, 0},
          new double[] {50, 10, 1000},
          new double[] {100, 50, 1});

  /** The first job ends after 50 + 100 / 5 of its 100 seconds, the second after 10 + 40 / 2. */
  @Test
  void level_isThatOfTheLastJob() {
    assertEquals(0.7, levels.base() + levels.height(new double[] {5, 2, 0}), 1e-15);
    assertEquals(1, levels.base() + levels.height(new double[] {5, 1, 0}), 1e-15);
    assertTrue(levels.counts(1));
    assertFalse(levels.counts(2));
  }

  @Test
  void height_isTheLevelAboveTheLargestPast() {
    assertEquals(Math.nextDown(0.5), levels.base());
    assertEquals(0.2, levels.height(new double[] {5, 2, 0}), 1e-15);
    assertEquals(0.5, levels.height(new double[] {5, 1, 0}), 1e-15);
    assertEquals(0.1, levels.leastHeight(), 1e-15, "both at their fastest: 60 of 100, 20 of 50");
  }

  @Test
  void demands_reachTheLevelAndNoMore() {
    assertArrayEquals(new double[] {5, 40.0 / 25, 0}, levels.demandsAt(0.7 - levels.base()), 1e-12);
    assertArrayEquals(
        new double[] {10, 4, 0},
        levels.demandsAt(0.35 - levels.base()),
        1e-12,
        "no more than fastest");
  }

  /** 100 steps in 20 seconds: a second more takes 1 / 20 of the demand away. */
  @Test
  void slope_isTheFallOfTheDemand() {
    double height = 0.7 - levels.base();
    assertEquals(100 * 5 / 20.0, levels.slope(0, height), 1e-9);
    assertEquals(50 * (40.0 / 25) / 25, levels.slope(1, height), 1e-9);
    assertEquals(0, levels.slope(2, height));
    double step = 1e-6;
    double less = levels.demandsAt(height + step)[0];
    double more = levels.demandsAt(height - step)[0];
    assertEquals((more - less) / (2 * step), levels.slope(0, height), 1e-4);
  }

  @Test
  void levels_noPast_areMeasuredFromZero() {
    FinishTimeLevels fresh =
        new FinishTimeLevels(
            problem(workers(1), row(2)), new double[] {10}, new double[1], new double[] {5});
    assertEquals(0, fresh.base());
    assertEquals(1, fresh.leastHeight());
    assertEquals(2, fresh.base() + fresh.height(new double[] {1}));
  }
}
