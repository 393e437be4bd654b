package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a job does best in a sum, and up to which error of prices that is certain, by hand. */
class SumDecisionsTest {

  /** Jobs of given rates with the same gains, on a type for each rate. */
  private static SumWorkingSet set(
      double[] gain, double[] price, double[] floor, double[]... rates) {
    int[] workers = new int[price.length];
    Arrays.fill(workers, 8);
    double[] gains = new double[rates.length * price.length];
    Arrays.setAll(gains, i -> gain[i % price.length]);
    AllocationProgram program =
        AllocationProgram.maximizeGain(Cases.problem(Cases.workers(workers), rates), gains)
            .withFloor(floor);
    return new SumWorkingSet(
        program,
        Samples.uses(program),
        price,
        Samples::solveSmall,
        CertifiedSolution.GOOD,
        SolveLimits.none());
  }

  private static void assertCertainUpTo(double part, SumWorkingSet set) {
    assertTrue(set.decide(set.bound(), 0.999 * part));
    assertFalse(set.columnChoice.isUndecided(0), "below " + part);
    assertTrue(set.decide(set.bound(), 1.001 * part));
    assertTrue(set.columnChoice.isUndecided(0), "above " + part);
    assertEquals(set.columnsByJob.rate.length, set.columnChoice.usedCount());
    assertTrue(set.decide(set.bound(), 0.999 * part));
    assertFalse(set.columnChoice.isUndecided(0), "below " + part + " again");
  }

  /** The second column is worth 5/2, which is 1/2 more than the first; both cost 7/2. */
  @Test
  void decide_oneColumn_isCertainWhileNoOtherIsWorthMore() {
    double[] price = {1, 2.5};
    SumWorkingSet set = set(Cases.row(3, 5), price, Cases.row(0), Cases.row(2, 6));
    assertEquals(2.5 + 8 * 3.5, set.bound(), 1e-12);
    assertCertainUpTo(0.5 / 3.5, set);
  }

  /** Idling is worth nothing, and a column whose cost is close to its gain hardly more. */
  @Test
  void decide_columnThatIsHardlyWorthIt_isCertainWhileIdlingIsWorthLess() {
    double[] price = {1};
    assertCertainUpTo(0.25, set(Cases.row(1.25), price, Cases.row(0), Cases.row(2)));
  }

  /**
   * The floor takes half of each of two columns, worth 2 and −1. A third one with the rate of this
   * mix is worth 1/10 less; they cost 1, and 1/2 and 1 for the halves.
   */
  @Test
  void decide_mixForAFloor_isCertainWhileAThirdColumnIsWorthLess() {
    double[] price = {1, 2, 1};
    SumWorkingSet set = set(Cases.row(3, 1, 1.4), price, Cases.row(4), Cases.row(2, 6, 4));
    assertEquals(0.5 + 8 * 4, set.bound(), 1e-12);
    assertCertainUpTo(0.1 / 2.5, set);
  }

  /** Below its floor a job is paid for more throughput: the columns cost 3 more than they gain. */
  @Test
  void decide_floorThatHardlyCosts_isCertainWhileTheJobStaysAtIt() {
    double[] price = {1, 2};
    SumWorkingSet set = set(Cases.row(3, 3.7), price, Cases.row(4), Cases.row(2, 6));
    assertEquals(1.85 + 8 * 3, set.bound(), 1e-12);
    assertCertainUpTo(0.3 / 3, set);
  }

  /** A job that gains nothing idles but for its floor, on the column with the least cost a step. */
  @Test
  void decide_floorOfAJobThatGainsNothing_takesTheCheapestSteps() {
    double[] price = {1, 2};
    SumWorkingSet set = set(Cases.row(0, 0), price, Cases.row(1), Cases.row(2, 6));
    assertEquals(-1 / 3.0 + 8 * 3, set.bound(), 1e-12);
    assertCertainUpTo(0.2, set);
  }

  /** One job has half of each column's time; the other, without a floor, all on the first. */
  @Test
  void reduced_decidedJobs_leaveOthersWhatTheyDoNotHold() {
    double[] price = {1, 2};
    SumWorkingSet set =
        set(Cases.row(3, 1), price, Cases.row(4, 0), Cases.row(2, 6), Cases.row(6, 2));
    assertTrue(set.decide(set.bound(), 0.5));
    AllocationProgram left = set.reduced().orElseThrow().program();
    assertEquals(6.5, left.workers(0), 1e-9);
    assertEquals(7.5, left.workers(1), 1e-9);
    assertEquals(0, left.jobCount());
  }
}
