package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
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

  static MovingLimits sharing() {
    return sharing(SolveLimits.none());
  }

  /** The same after four times as much was asked for as there is, with the multiples found. */
  static MovingLimits askedForMore() {
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
