package io.gavel.policies.lp.solver.interior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Columns by job and offers of columns. */
class ColumnOffersTest {

  /** Two jobs on three types; the second holds two workers. Prices 1, 2 and 4. */
  private static AllocationProgram program() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(3, 0, 5))
            .job(Job.of("0"), 2, 5, 9)
            .job(Job.builder("1").scaleFactor(2).build(), 3, 0, 12)
            .build();
    return AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
  }

  private static final Prices PRICES =
      Prices.of(Cases.row(1, 2, 4), Cases.row(0.5, 0), Cases.row(0, 0.25));

  /** The first job gains 1/2, 5/2 and 9/2, the second 7/4 and 7. */
  @Test
  void find_columns_keepsThoseThatGainMost() {
    AllocationProgram program = program();
    assertEquals(4, program.columnCount()); // type b has no workers, so nobody runs there
    boolean[] kept = new boolean[4];
    ColumnOffers offers = new ColumnOffers(program, kept);
    assertEquals(4.5 + 7, offers.find(PRICES, 1));
    assertArrayEquals(Cases.row(4.5, 7), offers.raise);
    assertArrayEquals(new boolean[] {false, true, false, true}, kept);
    assertEquals(4.5 + 7, offers.find(PRICES, 1)); // the next best
    assertArrayEquals(new boolean[] {true, true, true, true}, kept);
    Prices high = Prices.of(Cases.row(9, 9, 9), Cases.row(0, 0), Cases.row(0, 0));
    assertEquals(0, offers.find(high, 1));
    assertArrayEquals(Cases.row(0, 0), offers.raise);
  }

  /** Jobs on four types with one worker each: the best two by rate, in the order of columns. */
  @Test
  void find_more_keepsSeveralInOrder() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1, 1, 1), Cases.row(4, 7, 5, 7), Cases.row(1, 2, 2, 2));
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    boolean[] kept = new boolean[8];
    new ColumnOffers(sum, kept).find(Prices.zero(problem), 2);
    assertArrayEquals(new boolean[] {false, true, false, true, false, true, true, false}, kept);
    boolean[] three = new boolean[8];
    new ColumnOffers(sum, three).find(Prices.zero(problem), 3);
    assertArrayEquals(new boolean[] {false, true, true, true, false, true, true, true}, three);
  }

  /**
   * Two jobs of the same shape on three types; the third type is the best for its price as the
   * rates of both go. Each keeps that and its fastest, and each type its best column.
   */
  @Test
  void guess_beforePrices_keepsTheFastestAndTheBestOfEachPool() {
    AllocationProblem problem =
        Cases.problem(
            Cases.workers(1, 1, 1), Cases.row(10, 6, 2), Cases.row(10, 6, 3), Cases.row(10, 7, 2));
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1));
    boolean[] kept = new boolean[9];
    new ColumnOffers(sum, kept).guess(1);
    // by rate over the mean of its type: 2 and 3 of 2.33, 7 of 6.33; the fastest is the first
    boolean[] expected = {true, false, false, true, false, true, true, true, false};
    assertArrayEquals(expected, kept);
  }

  /**
   * Rates over those of all jobs on the type, for a worker: 7.9, 3.0, 5.1, 1.6 of the first job;
   * 2.0, 3.0, 2.6, 3.4 of the second, which holds two; 2.0, 3.0, 2.6, 3.1 of the third. So the last
   * type is the best of the second and the third, though they are faster on another one.
   */
  @Test
  void guess_jobsOfDifferentShapesAndSizes_keepsTheMostForTheirWorkers() {
    AllocationProblem problem =
        Cases.gangs(
            Cases.problem(
                Cases.workers(2, 2, 2, 2),
                Cases.row(8, 6, 2, 1),
                Cases.row(4, 12, 2, 4.2),
                Cases.row(2, 6, 1, 1.9)),
            1,
            2,
            1);
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1));
    boolean[] kept = new boolean[12];
    new ColumnOffers(sum, kept).guess(1);
    boolean[] expected = {
      true, false, true, false, false, true, false, true, false, true, false, true
    };
    assertArrayEquals(expected, kept);
  }

  private static void assertGuess(
      AllocationProblem problem, int workersOfFirst, boolean... expected) {
    double[] ones = new double[problem.jobCount()];
    Arrays.fill(ones, 1);
    AllocationProblem gangs = Cases.gangs(problem, gang(workersOfFirst, ones.length));
    boolean[] kept = new boolean[expected.length];
    new ColumnOffers(AllocationProgram.maximizeSum(gangs, ones), kept).guess(1);
    assertArrayEquals(expected, kept);
  }

  private static int[] gang(int first, int jobs) {
    int[] gang = new int[jobs];
    Arrays.fill(gang, 1);
    gang[0] = first;
    return gang;
  }

  /**
   * The first job, of eight workers, is fast on the first type, which is dear then; so the third is
   * better off on the second, though it is slower there. Whose steps are longer does not matter.
   */
  @Test
  void guess_typeThatALargeJobWants_isLeftToIt() {
    for (double unit : new double[] {0.01, 1, 100}) {
      AllocationProblem problem =
          Cases.problem(
              Cases.workers(8, 8),
              Cases.row(9 * unit, unit),
              Cases.row(1, 9),
              Cases.row(1.5 / unit, 1 / unit));
      assertGuess(problem, 8, true, false, false, true, true, true);
    }
  }

  /** A job that runs on one type only wants it as much as another one all of its types. */
  @Test
  void guess_typeThatAJobNeeds_isDearer() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(4, 4), Cases.row(5, 0), Cases.row(1, 9), Cases.row(2, 3));
    assertGuess(problem, 1, true, false, true, true, true);
  }

  @Test
  void guess_typeThatNobodyUses_keepsNothing() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(2, 2, 2), Cases.row(1, 9, 0), Cases.row(9, 1, 0));
    assertGuess(problem, 1, false, true, true, false);
  }

  /** The second job does not need its second column, which is no better than others. */
  @Test
  void guess_equallyGood_theFirstCounts() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(2, 2), Cases.row(1, 1), Cases.row(1, 1));
    assertGuess(problem, 1, true, true, true, false);
  }

  /** A column that pays just what it is worth is not asked for. */
  @Test
  void find_columnWorthItsPrice_isNotKept() {
    AllocationProblem problem = Cases.problem(Cases.workers(1, 1), Cases.row(2, 3));
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, Cases.row(1));
    boolean[] kept = new boolean[2];
    Prices prices = Prices.of(Cases.row(1.5, 2.5), Cases.row(0.5), Cases.row(0));
    assertEquals(0, new ColumnOffers(sum, kept).find(prices, 2));
    assertArrayEquals(new boolean[2], kept);
  }

  /** A job without a weight has a demand, whatever the utilities of the others. */
  @Test
  void curvature_jobWithoutWeight_isThatOfADemand() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram steep = AllocationProgram.maximizeUtility(problem, Cases.row(3, 0), -2);
    ColumnsByJob columns = ColumnsByJob.of(steep, SolveLimits.none());
    assertEquals(3, columns.curvature(0));
    assertEquals(1, columns.curvature(1));
  }

  @Test
  void columnsByJob_ofAProgram_areItsNumbers() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(3, 5), Cases.row(2, 5), Cases.row(0, 0), Cases.row(0, 9));
    AllocationProgram sum =
        AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 2)).withFloor(Cases.row(0.5, 0, 0));
    ColumnsByJob columns = ColumnsByJob.of(sum, SolveLimits.none());
    assertEquals(3, columns.jobs);
    assertEquals(2, columns.pools);
    assertArrayEquals(new int[] {0, 2, 2, 3}, columns.start);
    assertArrayEquals(Cases.row(2, 5, 9), columns.rate);
    assertArrayEquals(Cases.row(2, 5, 18), columns.gain);
    assertArrayEquals(Cases.row(0.5, 0, 0), columns.floor);
    assertArrayEquals(new boolean[] {true, false, false}, columns.bound);
    assertArrayEquals(Cases.row(3, 5), columns.workers);
    assertEquals(1, columns.curvature(0));
    AllocationProgram steep =
        AllocationProgram.maximizeUtility(
            Cases.problem(Cases.workers(1, 7), Cases.row(1, 0)), Cases.row(3), -2);
    ColumnsByJob utility = ColumnsByJob.of(steep, SolveLimits.none());
    assertEquals(3, utility.curvature(0));
    assertEquals(-2, utility.power);
    assertArrayEquals(Cases.row(3), utility.weight);
    assertArrayEquals(Cases.row(1, 1), utility.workers); // a pool that nobody uses has one
    AllocationProgram level =
        AllocationProgram.maximizeMinimum(
            Cases.problem(Cases.workers(1), Cases.row(1)), Cases.row(4));
    assertArrayEquals(Cases.row(4), ColumnsByJob.of(level, SolveLimits.none()).requirement);
  }

  @Test
  void fits_programs_withoutPairsAndImpossibleDemands() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(0));
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    assertTrue(ColumnsByJob.fits(sum) && ColumnsByJob.fitsRows(sum));
    assertFalse(ColumnsByJob.fitsCoupled(sum.withFloor(Cases.row(0, 0.5))));
    assertTrue(ColumnsByJob.fitsCoupled(sum.withFloor(Cases.row(0.5, 0))));
    AllocationProgram pairs = AllocationProgram.maximizeSum(Cases.pair(), Cases.row(1, 1));
    assertFalse(
        ColumnsByJob.fitsCoupled(pairs)
            || ColumnsByJob.fits(pairs)
            || ColumnsByJob.fitsRows(pairs));
    CouplingRows row =
        CouplingRows.builder().add("row", Relation.AT_MOST, 1, new int[] {0}, Cases.row(1)).build();
    AllocationProgram rows = sum.withRows(row);
    assertTrue(!ColumnsByJob.fits(rows) && ColumnsByJob.fitsRows(rows));
    AllocationProgram free = sum.withFreeColumns(FreeColumns.builder().add("free", 1, 1).build());
    assertTrue(!ColumnsByJob.fitsRows(free) && ColumnsByJob.fitsCoupled(free));
  }

  @Test
  void mostOnAPool_configurations_areCounted() {
    AllocationProgram one =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(1, 1), Cases.row(1, 1), Cases.row(1, 1)), Cases.row(1, 1));
    assertEquals(1, ColumnsByJob.mostOnAPool(one));
    AllocationProblem elastic =
        AllocationProblem.builder(Cases.workers(4, 4))
            .job(Job.of("0"), 1, 1)
            .job(Job.of("1"), 1, 1)
            .configuration("0", "two", 2, 2, 0)
            .configuration("0", "three", 3, 3, 0)
            .configuration("1", "two", 2, 0, 2)
            .build();
    assertEquals(
        3, ColumnsByJob.mostOnAPool(AllocationProgram.maximizeSum(elastic, Cases.row(1, 1))));
  }
}
