package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A class of two on a worker at 4 steps per second and one at 1, whose optima are known. */
class ClassProgramTest {

  private static double[] of(double... values) {
    return values;
  }

  private static ClassProgram program(double[] floor, Goal objective, double gain) {
    PairClasses classes = new PairClasses(new int[2], 1);
    classes.addSolo(0, 0, 0, 1, 4, 4 * gain);
    classes.addSolo(0, 1, 1, 1, 1, gain);
    return new ClassProgram(classes, of(1, 1), floor, objective, CouplingRows.none());
  }

  private static ClassProgram level(double... requirement) {
    return program(of(0, 0), Goal.level(requirement), 0);
  }

  private static ClassProgram sum(double gain, double... floor) {
    return program(floor, Goal.total(of(4 * gain, gain), false), gain);
  }

  private static ClassProgram logarithms(double weight) {
    return program(of(0, 0), Goal.welfare(of(weight, weight), 0), 0);
  }

  private static double worth(ClassProgram program) {
    Prices prices = program.prices();
    return prices.ofPool(0) + prices.ofPool(1) + prices.ofTime(0) + prices.ofTime(1);
  }

  @Test
  void solve_level_takesARowForEachRateThatIsExceeded() {
    ClassProgram together = level(3, 1);
    assertTrue(together.solve());
    assertArrayEquals(of(3.75, 1.25), of(together.demand(0), together.demand(1)), 1e-9);
    assertArrayEquals(of(1, 1), of(together.time(0), together.time(1)), 1e-9);
    assertEquals(1.25, worth(together), 1e-9);
    Prices prices = together.prices();
    assertEquals(1, 3 * prices.ofThroughput(0) + prices.ofThroughput(1), 1e-9);
    ClassProgram alone = level(7, 1); // which takes a second row: one makes no more than 4
    assertTrue(alone.solve());
    assertArrayEquals(of(4, 4.0 / 7), of(alone.demand(0), alone.demand(1)), 1e-9);
    assertEquals(4.0 / 7, worth(alone), 1e-9);
  }

  @Test
  void solve_floorsThatUseUpEverything_areMet() {
    ClassProgram floors = sum(0.5, 4, 1);
    assertTrue(floors.solve());
    assertArrayEquals(of(1, 1), of(floors.time(0), floors.time(1)), 1e-9);
    assertArrayEquals(of(4, 1), of(floors.demand(0), floors.demand(1)));
  }

  /** Both have half of the five steps per second, whatever their throughput weighs. */
  @Test
  void solve_logarithms_demandsEqualParts() {
    for (double weight : new double[] {1, 1e-6, 1e6}) {
      ClassProgram equal = logarithms(weight);
      assertTrue(equal.solve());
      assertArrayEquals(of(2.5, 2.5), of(equal.demand(0), equal.demand(1)), 1e-6);
      assertEquals(0.4 * weight, equal.prices().ofThroughput(0), 1e-6 * weight, "its slope");
      assertEquals(2 * weight, worth(equal), 1e-6 * weight, "5 steps at 0.4 each");
    }
  }

  /** A thousand jobs in any unit of steps: two workers make five of them a second. */
  @Test
  void solve_manyJobsInAnyUnit_haveTheirPartsOfIt() {
    int jobs = 1_000;
    for (double unit : new double[] {1e-9, 1e9, 1e-60, 1e60}) {
      PairClasses classes = new PairClasses(new int[jobs], 1);
      classes.addSolo(0, 0, 0, 1, 4 * unit, 0);
      classes.addSolo(0, 1, 1, 1, unit, 0);
      double[] requirement = new double[jobs];
      Arrays.fill(requirement, 3);
      requirement[0] = 9_000;
      ClassProgram level =
          new ClassProgram(
              classes, of(1, 1), new double[jobs], Goal.level(requirement), CouplingRows.none());
      assertTrue(level.solve());
      double expected = 5 * unit / (9_000 + 3 * 999); // 3.85 steps for the first
      assertEquals(9_000 * expected, level.demand(0), 1e-9 * unit);
      assertEquals(3 * expected, level.demand(999), 1e-12 * unit);
      Prices prices = level.prices();
      double worth = prices.ofPool(0) + prices.ofPool(1);
      for (int m = 0; m < jobs; m++) {
        worth += prices.ofTime(m);
      }
      assertEquals(expected, worth, 1e-9 * expected);
      assertArrayEquals(of(1, 1), of(level.time(0), level.time(1)), 1e-9);
    }
  }

  /** Gains in any unit are all that both workers make. */
  @Test
  void solve_gainsOfAnySize_areWorthWhatTheyAre() {
    for (double unit : new double[] {1, 1e-9, 1e9, 1e-60, 1e60}) {
      ClassProgram gains = sum(unit, 0.5, 0.25);
      assertTrue(gains.solve());
      assertArrayEquals(of(1, 1), of(gains.time(0), gains.time(1)), 1e-9);
      assertEquals(5 * unit, worth(gains), 1e-8 * unit);
    }
  }

  /** Together, one makes a step per second and the other half a one; nobody runs alone. */
  @Test
  void solve_pairOfTwoClasses_countsForBoth() {
    PairClasses classes = new PairClasses(new int[] {0, 1}, 2);
    classes.add(0, 1, 0, 0, 1, 1, 0.5, 0);
    ClassProgram level =
        new ClassProgram(classes, of(0.75), of(0, 0), Goal.level(of(1, 1)), CouplingRows.none());
    assertTrue(level.solve());
    assertEquals(0.75, level.time(0), 1e-9);
    assertEquals(0.375, level.demand(1), 1e-9, "half of the time of the workers");
    assertEquals(0.375, 0.75 * level.prices().ofPool(0), 1e-9);
    assertEquals(1, level.prices().ofThroughput(1), 1e-9, "the other has more than it needs");
    assertEquals(0, level.prices().ofThroughput(0), 1e-9);
  }

  /**
   * Twice the square roots of throughputs, of two at 4 steps per second and of one at 1: the time
   * of the worker is divided as 8 to 1, where the slopes per worker are 3.
   */
  @Test
  void solve_rootsOfTwoClasses_areSummedOverJobs() {
    PairClasses classes = new PairClasses(new int[] {0, 0, 1}, 2);
    classes.addSolo(0, 0, 0, 1, 4, 0);
    classes.addSolo(1, 0, 0, 1, 1, 0);
    ClassProgram roots =
        new ClassProgram(
            classes, of(1), of(0, 0, 0), Goal.welfare(of(1, 1, 1), 0.5), CouplingRows.none());
    assertTrue(roots.solve());
    assertArrayEquals(of(8 / 9.0, 1 / 9.0), of(roots.time(0), roots.time(1)), 1e-6);
    assertEquals(16 / 9.0, roots.demand(0), 1e-6);
    assertEquals(16 / 9.0, roots.demand(1), 1e-6);
    assertEquals(1 / 9.0, roots.demand(2), 1e-6);
    assertEquals(3, roots.prices().ofPool(0), 1e-5);
  }

  /** A level of one class, {@code {workers, rate}} by column, each on workers of its own. */
  private static ClassProgram levelOf(double[] floor, double[] requirement, double[]... columns) {
    PairClasses classes = new PairClasses(new int[floor.length], 1);
    double[] workers = new double[columns.length];
    for (int k = 0; k < columns.length; k++) {
      workers[k] = columns[k][0];
      classes.addSolo(0, k, k, 1, columns[k][1], 0);
    }
    return new ClassProgram(classes, workers, floor, Goal.level(requirement), CouplingRows.none());
  }

  /** One makes no more than all of its time on the fast worker, in any unit of steps. */
  @Test
  void solve_jobWithAllOfItsTimeInAnyUnit_holdsTheLevel() {
    for (double unit : new double[] {1e-9, 1e9}) {
      ClassProgram alone = levelOf(of(0, 0), of(7 * unit, unit), of(1, 4 * unit), of(1, unit));
      assertTrue(alone.solve());
      assertEquals(4 * unit, alone.demand(0), 1e-9 * unit);
      assertEquals(4 * unit / 7, alone.demand(1), 1e-9 * unit);
    }
  }

  /** Two of three share the fast worker, and make a step per second in the rest of their time. */
  @Test
  void solve_twoAboveTheSlowestRate_shareTheFastWorker() {
    ClassProgram two = levelOf(of(0, 0, 0), of(3, 3, 0.5), of(1, 4), of(2, 1));
    assertTrue(two.solve());
    assertArrayEquals(of(2.5, 2.5, 2.5 / 6), of(two.demand(0), two.demand(1), two.demand(2)), 1e-9);
    Prices prices = two.prices();
    assertEquals(0.5, prices.ofPool(0), 1e-9);
    assertEquals(0, prices.ofPool(1), 1e-9);
    assertArrayEquals(
        of(1 / 6.0, 1 / 6.0, 0), of(prices.ofTime(0), prices.ofTime(1), prices.ofTime(2)), 1e-9);
    assertEquals(1 / 6.0, prices.ofThroughput(1), 1e-9);
  }

  /** What one need not make yet is nothing that the other could have. */
  @Test
  void solve_jobBelowItsFloor_givesNothing() {
    ClassProgram later = levelOf(of(-10, 0), of(1, 1), of(0.5, 4));
    assertTrue(later.solve());
    assertArrayEquals(of(0, 2), of(later.demand(0), later.demand(1)), 1e-9);
    assertEquals(2, 0.5 * later.prices().ofPool(0), 1e-9);
  }

  /** Both at once, half of the time: each has 3/4 of a step per second. */
  @Test
  void solve_pairOfOneClass_countsForBoth() {
    PairClasses classes = new PairClasses(new int[2], 1);
    classes.add(0, 0, 0, 0, 1, 1.5, 1.5, 0);
    ClassProgram pair =
        new ClassProgram(classes, of(0.5), of(0, 0), Goal.level(of(1, 1)), CouplingRows.none());
    assertTrue(pair.solve());
    assertEquals(0.75, pair.demand(1), 1e-9);
    assertEquals(0.5, pair.time(0), 1e-9);
  }

  /** Classes whose units of steps differ by 18 digits share a worker. */
  @Test
  void solve_classesInUnitsOfTheirOwn_haveEqualTime() {
    PairClasses classes = new PairClasses(new int[] {0, 1}, 2);
    classes.addSolo(0, 0, 0, 1, 3e9, 0);
    classes.addSolo(1, 0, 0, 1, 3e-9, 0);
    ClassProgram level =
        new ClassProgram(classes, of(1), of(0, 0), Goal.level(of(1e9, 1e-9)), CouplingRows.none());
    assertTrue(level.solve());
    assertArrayEquals(of(0.5, 0.5), of(level.time(0), level.time(1)), 1e-9);
    assertEquals(1.5e9, level.demand(0), 1);
    assertEquals(1.5e-9, level.demand(1), 1e-18);
  }

  /** Half a step per second more of one takes all of its time, which a row limits to a quarter. */
  @Test
  void solve_timeUnderARow_hasThePriceOfTheRow() {
    PairClasses classes = new PairClasses(new int[] {0, 1}, 2);
    classes.addSolo(0, 0, 0, 1, 4, 4);
    classes.couple(0, 2);
    classes.addSolo(1, 0, 0, 1, 1, 1);
    CouplingRows cap =
        CouplingRows.builder().add("cap", Relation.AT_MOST, 0.5, new int[] {0}, of(2)).build();
    ClassProgram sum = new ClassProgram(classes, of(2), of(0, 0), Goal.total(of(4, 1), false), cap);
    assertTrue(sum.solve());
    assertArrayEquals(of(0.25, 1), of(sum.time(0), sum.time(1)), 1e-9);
    assertArrayEquals(of(2), sum.rowPrices(), 1e-9);
    assertEquals(1, sum.prices().ofTime(1), 1e-9);
    assertEquals(0, sum.prices().ofPool(0), 1e-9);
  }

  /** Without gains, any point that meets the floors is an optimum. */
  @Test
  void solve_nothingToGain_meetsTheFloors() {
    ClassProgram floors = sum(0, 0.5, 0.25);
    assertTrue(floors.solve());
    assertEquals(true, 4 * floors.time(0) + floors.time(1) >= 0.75 - 1e-9);
    assertEquals(0, worth(floors), 1e-9);
  }

  /** A worker at half the speed is left alone, not just nearly so. */
  @Test
  void solve_columnOfNoUse_hasNoTimeAtAll() {
    PairClasses classes = new PairClasses(new int[2], 1);
    classes.addSolo(0, 0, 0, 1, 4, 0);
    classes.addSolo(0, 0, 1, 1, 2, 0);
    ClassProgram level =
        new ClassProgram(classes, of(1), of(0, 0), Goal.level(of(1, 1)), CouplingRows.none());
    assertTrue(level.solve());
    assertEquals(1, level.time(0), 1e-9);
    assertEquals(0, level.time(1));
  }

  @Test
  void solve_classThatRunsNowhere_isNoProgram() {
    ClassProgram nowhere = levelOf(of(0, 0), of(1, 1));
    assertFalse(nowhere.solve());
  }

  /** Where there is no optimum, none says which rows are violated. */
  @Test
  void solve_noOptimum_addsNoRows() {
    ClassProgram tooMuch = sum(0.5, 9, 0.5);
    tooMuch.solve();
    assertEquals(1, tooMuch.cuts.size());
    ClassProgram beyondItsTime = sum(0.5, 4.5, 0.4); // a row says so, and none is needed then
    beyondItsTime.solve();
    assertEquals(2, beyondItsTime.cuts.size());
  }
}
