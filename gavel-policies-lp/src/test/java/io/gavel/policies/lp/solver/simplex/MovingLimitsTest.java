package io.gavel.policies.lp.solver.simplex;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two columns that share one resource, and a demand for each. */
class MovingLimitsTest {

  private static final double[] RESOURCE = {1, 1};
  private static final double[] FIRST = {-1, 0};
  private static final double[] SECOND = {0, -1};

  private static MovingLimits sharing() {
    return sharing(SolveLimits.none());
  }

  /** The same after four times as much was asked for as there is, with the multiples found. */
  private static MovingLimits askedForMore() {
    MovingLimits rows = sharing();
    double[] none = {1, 0, 0};
    double[] much = {1, -1, -3};
    rows.to(much);
    assertFalse(rows.reach());
    rows.keepMultiples(none, much);
    return rows;
  }

  private static MovingLimits sharing(SolveLimits limits) {
    MovingLimits rows = new MovingLimits(2, limits);
    rows.add(RESOURCE, 1, 1);
    rows.add(FIRST, 0, 0);
    rows.add(SECOND, 0, 0);
    rows.start(new double[] {1, 0, 0});
    return rows;
  }

  @Test
  void reach_limitsThatHold_findsAPoint() {
    MovingLimits rows = sharing();
    rows.to(new double[] {1, -0.25, -0.5});
    assertTrue(rows.reach());
    double[] x = rows.point();
    assertTrue(x[0] >= 0.25 && x[1] >= 0.5 && x[0] + x[1] <= 1);
  }

  /** From the limits of the start, a line leads there, too. */
  @Test
  void start_limits_areTheEndOfALine() {
    MovingLimits rows = sharing();
    rows.start(new double[] {1, -0.25, -0.5});
    assertTrue(rows.reach());
    double[] x = rows.point();
    assertTrue(x[0] >= 0.25 && x[1] >= 0.5 && x[0] + x[1] <= 1);
  }

  /** A hundredth of a millionth of a millionth is rounding. */
  @Test
  void reach_limitThatIsHardlyMissed_isReached() {
    MovingLimits rows = sharing();
    rows.to(new double[] {1, -1e-14, 0});
    assertTrue(rows.reach());
    assertArrayEquals(new double[] {0, 0}, rows.point());
    rows.to(new double[] {1, -1.5e-14, 0});
    assertTrue(rows.reach());
    assertArrayEquals(new double[] {1.5e-14, 0}, rows.point());
  }

  /** Of rows that hold no longer at once, the one that misses most leads to the end. */
  @Test
  void reach_rowsThatAreViolatedAtOnce_beginsWithTheOneThatMissesMost() {
    for (double[] end : new double[][] {{-0.5, -0.25}, {-0.25, -0.5}}) {
      MovingLimits rows = new MovingLimits(1, new SolveLimits(2));
      rows.add(new double[] {-1}, 0, 0);
      rows.add(new double[] {-1}, 0, 0);
      rows.start(new double[2]);
      rows.to(end);
      assertTrue(rows.reach());
      assertArrayEquals(new double[] {0.5}, rows.point());
    }
  }

  @Test
  void reach_limitOfSteps_endsIt() {
    double[] both = {1, -0.25, -0.5};
    for (int steps = 1; steps <= 2; steps++) { // the third sees that nothing is left to do
      MovingLimits rows = sharing(new SolveLimits(steps));
      rows.to(both);
      assertThrows(SolveFailedException.class, rows::reach);
    }
    MovingLimits longer = sharing(new SolveLimits(3));
    longer.to(both);
    assertTrue(longer.reach());
  }

  @Test
  void climb_cancelled_endsIt() {
    AtomicBoolean cancelled = new AtomicBoolean();
    MovingLimits rows = sharing(SolveLimits.none().withCancellation(cancelled::get));
    double[] much = {1, -1, -3};
    rows.to(much);
    assertFalse(rows.reach());
    rows.keepMultiples(new double[] {1, 0, 0}, much);
    cancelled.set(true);
    assertThrows(CancelledSolve.class, rows::climb);
  }

  @Test
  void climb_limitsThatCannotHold_endsWhereTheResourceIsUsedUp() {
    MovingLimits rows = sharing();
    double[] none = {1, 0, 0};
    double[] much = {1, -1, -3};
    rows.to(much);
    assertFalse(rows.reach());
    assertFalse(rows.isTightAt(none));
    rows.keepMultiples(none, much);
    assertEquals(0.25, rows.climb(), 1e-14);
    assertFalse(rows.isAtEnd());
    assertArrayEquals(new double[] {0.25, 0.75}, rows.point(), 1e-14);
    double[] multiples = rows.ray();
    assertArrayEquals(new double[] {1, 1, 1}, scaled(multiples, 1 / multiples[0]), 1e-14);
  }

  @Test
  void climb_rowsAndLinesThatFollow_startFromTheSameMultiples() {
    MovingLimits rows = askedForMore();
    assertEquals(0.25, rows.climb(), 1e-14);
    rows.add(new double[] {0, 1}, 0.3, 0.3); // the second column is scarce
    assertEquals(0.1, rows.climb(), 1e-14);
    rows.to(new double[] {1, -0.5, -0.25, 0.3});
    assertTrue(rows.climb() >= 1);
    assertTrue(rows.isAtEnd());
  }

  /** Each of three columns that had nothing is a step, and one more sees that all have enough. */
  @Test
  void climb_limitOfSteps_endsIt() {
    for (int steps = 3; steps <= 4; steps++) {
      int columns = 4;
      MovingLimits rows = new MovingLimits(columns, new SolveLimits(steps));
      rows.add(new double[] {0.25, 0.25, 0.25, 0.25}, 1, 1);
      rows.add(new double[] {-1, 0, 0, 0}, 0, 0);
      double[] none = {1, 0};
      double[] much = {1, -8};
      rows.start(none);
      rows.to(much);
      assertFalse(rows.reach());
      rows.keepMultiples(none, much);
      assertEquals(0.5, rows.climb());
      for (int c = 0; c < columns; c++) {
        double[] row = new double[columns];
        row[c] = -1;
        rows.add(row, -0.25, -0.25);
      }
      if (steps == 3) {
        assertThrows(SolveFailedException.class, rows::climb);
      } else {
        assertEquals((4 - 0.75) / 8, rows.climb(), 1e-12);
      }
    }
  }

  /** The multiples of another search are forgotten. */
  @Test
  void start_afterMultiplesWereKnown_searchesAnew() {
    MovingLimits rows = askedForMore();
    assertEquals(0.25, rows.climb(), 1e-14);
    rows.start(new double[] {1, -0.25, -0.25});
    rows.to(new double[] {1, -0.5, -0.25});
    assertTrue(rows.reach());
    double[] x = rows.point();
    assertTrue(x[0] >= 0.5 && x[1] >= 0.25 && x[0] + x[1] <= 1);
    rows.to(new double[] {1, -0.5, -0.75});
    assertFalse(rows.reach());
    double[] multiples = rows.ray();
    assertArrayEquals(new double[] {1, 1, 1}, scaled(multiples, 1 / multiples[0]), 1e-14);
  }

  /** A row whose entries are small leaves its column as it is, whatever came before. */
  @Test
  void reach_rowOfSmallEntries_isSatisfied() {
    MovingLimits rows = new MovingLimits(2, new SolveLimits(20));
    rows.add(RESOURCE, 1, 1);
    rows.add(FIRST, 0, 0);
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
    MovingLimits rows = askedForMore();
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
    MovingLimits rows = sharing();
    rows.to(new double[] {1, -0.5, -0.5 - 1e-12});
    assertFalse(rows.reach());
    rows.forgive();
    assertTrue(rows.reach());
  }

  /** Ends that are missed by rounding count as reached, others do not. */
  @Test
  void isAtEnd_linesThatMissALittle_areAtTheEndButForRounding() {
    MovingLimits rows = askedForMore();
    rows.to(new double[] {1, -0.25, -0.75 - 1e-12});
    assertEquals(1, rows.climb(), 1e-11);
    assertTrue(rows.isAtEnd());
    rows.to(new double[] {1, -0.25, -0.75 - 1e-8});
    assertEquals(1 - 1e-8, rows.climb(), 1e-11);
    assertFalse(rows.isAtEnd());
  }

  @Test
  void reach_cancelled_endsIt() {
    AtomicBoolean cancelled = new AtomicBoolean();
    MovingLimits rows = sharing(SolveLimits.none().withCancellation(cancelled::get));
    rows.to(new double[] {1, -0.25, -0.5});
    cancelled.set(true);
    assertThrows(CancelledSolve.class, rows::reach);
  }

  /** Many columns with a demand each share what there is; 64 rows have room at first. */
  @ParameterizedTest
  @ValueSource(ints = {63, 100})
  void climb_manyRows_endsWhereTheResourceIsUsedUp(int columns) {
    MovingLimits rows = new MovingLimits(columns, SolveLimits.none());
    double[] all = new double[columns];
    double[] beginning = new double[columns + 1];
    double[] end = new double[columns + 1];
    Arrays.fill(all, 0.01);
    Arrays.fill(end, -columns / 50.0);
    beginning[0] = columns / 100.0;
    end[0] = beginning[0];
    rows.add(all, beginning[0], end[0]);
    for (int c = 0; c < columns; c++) {
      double[] demand = new double[columns];
      demand[c] = -1;
      rows.add(demand, 0, 0);
    }
    rows.start(beginning);
    rows.to(end);
    assertFalse(rows.reach());
    rows.keepMultiples(beginning, end);
    assertEquals(50.0 / columns, rows.climb(), 1e-12);
    double[] ones = new double[columns];
    Arrays.fill(ones, 1);
    assertArrayEquals(ones, rows.point(), 1e-9);
    double[] multiples = rows.ray();
    assertEquals(columns + 1, multiples.length);
    for (int c = 1; c <= columns; c++) {
      assertEquals(0.01, multiples[c] / multiples[0], 1e-12);
    }
  }

  /** Limits that rows of other sizes miss are raised by no more than is missing. */
  @Test
  void forgive_rowsOfOtherSizes_raisesTheLimitByWhatIsMissing() {
    MovingLimits rows = new MovingLimits(2, SolveLimits.none());
    rows.add(new double[] {0.125, 0.125}, 0.125, 0.125);
    rows.add(FIRST, 0, 0);
    rows.add(SECOND, 0, 0);
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
    rows.add(RESOURCE, 1, 1);
    rows.add(SECOND, 0, 0);
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
    MovingLimits rows = askedForMore();
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
    MovingLimits rows = askedForMore();
    rows.add(new double[] {1, 0}, 0.3, 0.3);
    rows.add(FIRST, -0.3 - missed, -0.3 - missed);
    return rows.climb();
  }

  @Test
  void isTightAt_limitsWithoutRoom_holds() {
    MovingLimits rows = sharing();
    double[] all = {1, -0.5, -0.5};
    rows.to(all);
    assertTrue(rows.reach());
    rows.start(all);
    rows.to(new double[] {1, -0.5, -0.75});
    assertFalse(rows.reach());
    assertTrue(rows.isTightAt(all));
    assertTrue(rows.isTightAt(new double[] {1, -0.5, -0.5 + 1e-6}));
    assertFalse(rows.isTightAt(new double[] {1, -0.5, -0.5 + 1e-4}));
  }

  private static double[] scaled(double[] values, double by) {
    double[] scaled = values.clone();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] *= by;
    }
    return scaled;
  }
}
