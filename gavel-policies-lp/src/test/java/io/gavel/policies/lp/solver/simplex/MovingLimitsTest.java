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

  @Test
  void reach_limitOfSteps_endsIt() {
    double[] both = {1, -0.25, -0.5};
    MovingLimits rows = sharing(new SolveLimits(1));
    rows.to(both);
    assertThrows(SolveFailedException.class, rows::reach);
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

  /** A hundred columns with a demand each share what there is. */
  @Test
  void climb_manyRows_endsWhereTheResourceIsUsedUp() {
    int columns = 100;
    MovingLimits rows = new MovingLimits(columns, SolveLimits.none());
    double[] all = new double[columns];
    double[] beginning = new double[columns + 1];
    double[] end = new double[columns + 1];
    Arrays.fill(all, 0.01);
    Arrays.fill(end, -2);
    beginning[0] = 1;
    end[0] = 1;
    rows.add(all, 1, 1);
    for (int c = 0; c < columns; c++) {
      double[] demand = new double[columns];
      demand[c] = -1;
      rows.add(demand, 0, 0);
    }
    rows.start(beginning);
    rows.to(end);
    assertFalse(rows.reach());
    rows.keepMultiples(beginning, end);
    assertEquals(0.5, rows.climb(), 1e-12);
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
