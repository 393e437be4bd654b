package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is rounding, what is next to nothing, and numbers of many sizes. */
class MovingLimitsRoundingTest {

  /** A hundredth of a millionth of a millionth is rounding. */
  @Test
  void reach_limitThatIsHardlyMissed_isReached() {
    MovingLimits rows = MovingLimitsTest.sharing();
    rows.to(new double[] {1, -1e-14, 0});
    assertTrue(rows.reach());
    assertArrayEquals(new double[] {0, 0}, rows.point());
    rows.to(new double[] {1, -1.5e-14, 0});
    assertTrue(rows.reach());
    assertArrayEquals(new double[] {1.5e-14, 0}, rows.point());
  }

  /** A row whose entries are small leaves its column as it is, whatever came before. */
  @Test
  void reach_rowOfSmallEntries_isSatisfied() {
    MovingLimits rows = new MovingLimits(2, new SolveLimits(20));
    rows.add(new double[] {1, 1}, 1, 1);
    rows.add(new double[] {-1, 0}, 0, 0);
    rows.add(new double[] {0, -1e-6}, 0, 0);
    rows.start(new double[] {1, 0, 0});
    rows.to(new double[] {1, -0.25, -0.5e-6});
    assertTrue(rows.reach());
    double[] x = rows.point();
    assertTrue(x[0] >= 0.25 && x[1] >= 0.5 - 1e-12 && x[0] + x[1] <= 1, Arrays.toString(x));
  }

  /** The same where it comes first. */
  @Test
  void reach_smallEntryAtFirst_isSatisfied() {
    MovingLimits rows = new MovingLimits(1, new SolveLimits(20));
    rows.add(new double[] {-1e-6}, 0, 0);
    rows.start(new double[1]);
    rows.to(new double[] {-0.5e-6});
    assertTrue(rows.reach());
    assertEquals(0.5, rows.point()[0], 1e-12);
  }

  /**
   * The first column is 1 at least, in units of a thousandth: beside that, a hundred-millionth of
   * another one is next to nothing, as a way to the end and among the multiples.
   */
  @Test
  void reach_numberThatIsNextToNothing_isNoWayToTheEnd() {
    MovingLimits rows = new MovingLimits(3, SolveLimits.none());
    rows.add(new double[] {-1e-3, 0, 0}, 0, 0);
    rows.add(new double[] {0, -1, 0}, 0, 0);
    rows.add(new double[] {1, 1e-8, -1e-8}, 1, 1);
    rows.start(new double[] {0, 0, 1});
    rows.to(new double[] {-1e-3, -1, 0.5});
    assertFalse(rows.reach());
    assertArrayEquals(new double[] {1e3, 0, 1}, rows.ray(), 1e-9);
  }

  /** A line from limits of 0, of rows whose numbers are of many sizes. */
  private static MovingLimits ofManySizes(double[][] values, double... end) {
    MovingLimits rows = new MovingLimits(values[0].length, new SolveLimits(1_000));
    for (double[] row : values) {
      rows.add(row, 0, 0);
    }
    rows.start(new double[end.length]);
    rows.to(end);
    return rows;
  }

  /** Steps that stay at the beginning of the line go around, until costs are kept exactly. */
  @Test
  void reach_stepsThatGoAround_ends() {
    double[][] beyond = {
      {0, -0x1p-12, -0x1p-5, 0x1p-10, 0, -0x1p-11},
      {0, 0, 1, 0x1p-7, 0, 0x1p-7},
      {0, 0x1p-3, 0, -1, -0x1p-6, 0},
      {0, 0x1p-3, 1, 0, 0, 0}
    };
    assertFalse(ofManySizes(beyond, -4, 0, 0, 0).reach());
    double[][] within = {
      {-0x1p-11, 0x1p-1, 0, 0, 0},
      {0x1p-13, 0, 0, -0x1p-14, 1},
      {0, -0x1p-2, -0x1p-10, 0, 0},
      {0, -0x1p-4, 0x1p-3, 0, -0x1p-1},
      {0, -0x1p-11, -0x1p-13, 0, 0},
      {1, 0, 1, -1, 0}
    };
    assertPoint(within, -4, -1, -4, -1, -1, 0);
  }

  /** Costs of any size would lead to small pivots, after which nothing seems to help a row. */
  @Test
  void reach_costsThatGrow_areChosenAnew() {
    double[][] six = {
      {0, 0, 0, 0x1p-3, 0x1p-8, 0},
      {0, 0, 0, 0, -1, -0x1p-9},
      {0, 1, -1, 0, 0, 0},
      {0, 0, -0x1p-10, -1, 0, 0},
      {-0x1p-2, -0x1p-1, 0, 0, 0, 0},
      {0, -0x1p-14, 0, 0, 0, 1}
    };
    assertPoint(six, 0, -1, 0, -1, -1, 0);
    double[][] five = {
      {0, 1, 0, -0x1p-7, 1},
      {0, 0x1p-1, 1, 0, -0x1p-8},
      {-0x1p-12, -0x1p-4, 0, 0, 0},
      {0, 0, -0x1p-14, 0, 0}
    };
    assertPoint(five, 0, 0, -4, -2);
  }

  /** As long as they are small, they stay as they are; at first, they are not 0. */
  @Test
  void reach_costsThatAreSmall_areKept() {
    double[][] four = {
      {-0x1p-2, 0, -1, -0x1p-5},
      {-0x1p-13, -1, 0, 0},
      {0x1p-1, 0, 0, -0x1p-5},
      {0, 0x1p-13, 0x1p-1, 0}
    };
    assertPoint(four, -1, -1, -1, 0);
    double[][] three = {{-0x1p-15, 0, 0, 0}, {1, 0, 0, -0x1p-14}, {0, 0, -0x1p-12, -0x1p-12}};
    assertPoint(three, -2, 0, -4);
  }

  /** Whether limits are reached, but for what rounding misses of a few. */
  private static void assertPoint(double[][] values, double... end) {
    MovingLimits rows = ofManySizes(values, end);
    boolean reached = rows.reach();
    for (int i = 0; !reached && i < 5; i++) {
      rows.forgive();
      reached = rows.reach();
    }
    assertTrue(reached);
    double[] x = rows.point();
    for (int i = 0; i < end.length; i++) {
      double sum = 0;
      double size = 1;
      for (int c = 0; c < x.length; c++) {
        sum += values[i][c] * x[c];
        size += Math.abs(values[i][c] * x[c]);
      }
      assertTrue(sum <= end[i] + 1e-12 * size, "row " + i + ": " + sum);
    }
  }

  /** On a short line, little of the limits is much of the line. */
  @Test
  void isAtEnd_shortLines_areAtTheEndButForRounding() {
    MovingLimits rows = MovingLimitsTest.askedForMore();
    rows.from(new double[] {1, -0.5, -0.499});
    rows.to(new double[] {1, -0.5, -0.5 - 5e-13});
    assertEquals(1 - 5e-10, rows.climb(), 1e-11);
    assertTrue(rows.isAtEnd());
    rows.to(new double[] {1, -0.5, -0.5 - 1e-9});
    assertEquals(1 - 1e-6, rows.climb(), 1e-11);
    assertFalse(rows.isAtEnd());
  }

  @Test
  void forgive_limitsThatMissALittle_areReached() {
    MovingLimits rows = MovingLimitsTest.sharing();
    rows.to(new double[] {1, -0.5, -0.5 - 1e-12});
    assertFalse(rows.reach());
    rows.forgive();
    assertTrue(rows.reach());
  }

  /** Ends that are missed by rounding count as reached, others do not. */
  @Test
  void isAtEnd_linesThatMissALittle_areAtTheEndButForRounding() {
    MovingLimits rows = MovingLimitsTest.askedForMore();
    rows.to(new double[] {1, -0.25, -0.75 - 1e-12});
    assertEquals(1, rows.climb(), 1e-11);
    assertTrue(rows.isAtEnd());
    rows.to(new double[] {1, -0.25, -0.75 - 1e-8});
    assertEquals(1 - 1e-8, rows.climb(), 1e-11);
    assertFalse(rows.isAtEnd());
  }

  /** Limits that rows of other sizes miss are raised by no more than is missing. */
  @Test
  void forgive_rowsOfOtherSizes_raisesTheLimitByWhatIsMissing() {
    MovingLimits rows = new MovingLimits(2, SolveLimits.none());
    rows.add(new double[] {0.125, 0.125}, 0.125, 0.125);
    rows.add(new double[] {-1, 0}, 0, 0);
    rows.add(new double[] {0, -1}, 0, 0);
    rows.start(new double[] {0.125, 0, 0});
    rows.to(new double[] {0.125, -0.5, -0.5 - 1e-9});
    assertFalse(rows.reach());
    rows.forgive();
    assertTrue(rows.reach());
    double[] x = rows.point();
    assertTrue(x[0] >= 0.5 - 1e-12 && x[1] >= 0.5 + 1e-9 - 1e-12, Arrays.toString(x));
    assertEquals(1 + 1e-9, x[0] + x[1], 1e-12);
  }

  /**
   * The limit that the multiples count most is raised: the first, of which one counts for eight.
   */
  @Test
  void forgive_multiplesOfDifferentSizes_raisesTheLimitOfTheLargest() {
    MovingLimits rows = new MovingLimits(2, SolveLimits.none());
    rows.add(new double[] {-0.125, 0}, 0, 0);
    rows.add(new double[] {1, 1}, 1, 1);
    rows.add(new double[] {0, -1}, 0, 0);
    rows.start(new double[] {0, 1, 0});
    rows.to(new double[] {-0.0625, 1, -0.5 - 1e-9});
    assertFalse(rows.reach());
    rows.forgive();
    assertTrue(rows.reach());
    double[] x = rows.point();
    assertEquals(0.5 - 1e-9, x[0], 1e-12);
    assertEquals(0.5 + 1e-9, x[1], 1e-12);
    assertTrue(x[0] + x[1] <= 1 + 1e-13, "the others stay as they are");
  }

  /** The second column gets what the first one, which is bounded on both sides, leaves of it. */
  @Test
  void climb_beginningThatIsMissedByRounding_goesOn() {
    assertEquals(0.7 / 3, climbFrom(2e-9), 1e-8);
    assertEquals(0.7 / 3, climbFrom(1e-10), 1e-9);
  }

  /** Where the multiples leave nothing of the beginning, other rows do not matter. */
  @Test
  void climb_beginningWithoutRoom_isTheEnd() {
    MovingLimits rows = MovingLimitsTest.askedForMore();
    rows.add(new double[] {0, 0}, -1, -1); // nothing satisfies this
    rows.to(new double[] {1, -2.5, -2.5, -1});
    rows.from(new double[] {1, -0.5, -0.5, -1});
    assertEquals(0, rows.climb());
  }

  @Test
  void climb_beginningThatIsMissed_fails() {
    String message = assertThrows(SolveFailedException.class, () -> climbFrom(1e-6)).getMessage();
    assertEquals("limits that were satisfied are not, due to rounding", message);
  }

  /** The first column may be 0.3 at most, and has to be a little more. */
  private static double climbFrom(double missed) {
    MovingLimits rows = MovingLimitsTest.askedForMore();
    rows.add(new double[] {1, 0}, 0.3, 0.3);
    rows.add(new double[] {-1, 0}, -0.3 - missed, -0.3 - missed);
    return rows.climb();
  }
}
