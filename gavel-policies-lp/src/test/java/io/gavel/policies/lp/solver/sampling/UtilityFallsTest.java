package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What prices take from a job of two workers, worked out by hand. */
class UtilityFallsTest {

  private static final double CLOSE = 1e-12;

  /**
   * A job at the response to prices.
   *
   * @param cost of all of its time on each type
   */
  private static UtilityResponse response(
      double power, double weight, double[] rates, double[] cost) {
    int[] workers = new int[rates.length];
    Arrays.fill(workers, 2);
    AllocationProblem pair = Cases.gangs(Cases.problem(Cases.workers(workers), rates), 2);
    AllocationProgram program = AllocationProgram.maximizeUtility(pair, Cases.row(weight), power);
    UtilityResponse response =
        new UtilityResponse(
            ColumnsByJob.of(program, SolveLimits.none()),
            Samples.uses(program),
            Arrays.stream(cost).map(each -> each / 2).toArray());
    response.find(0);
    return response;
  }

  private static void assertFalls(
      UtilityResponse response, double part, boolean stays, double... expected) {
    double[] falls = new double[expected.length];
    assertEquals(stays, response.addFalls(part, falls));
    assertArrayEquals(expected, falls, CLOSE);
    response.addFalls(part, falls);
    assertArrayEquals(Arrays.stream(expected).map(fall -> 2 * fall).toArray(), falls, CLOSE);
  }

  /** A multiple of the products of what each use gains and loses, row-major. */
  private static double[] products(double factor, double... held) {
    double[] products = new double[held.length * held.length];
    Arrays.setAll(products, i -> factor * held[i / held.length] * held[i % held.length]);
    return products;
  }

  private static double[] sum(double[] first, double[] second) {
    double[] sum = first.clone();
    Arrays.setAll(sum, i -> first[i] + second[i]);
    return sum;
  }

  /**
   * A logarithm of weight w holds w/p workers at a price of p each, until it has all of its time.
   */
  @Test
  void addFalls_oneColumn_isTheSlopeOfWhatIsHeld() {
    UtilityResponse half = response(0, 0.5, Cases.row(4), Cases.row(1));
    assertEquals(2, half.throughput, CLOSE);
    assertFalls(half, 0.1, true, (0.5 / 0.45 - 0.5 / 0.55) / 0.1);
    assertFalls(half, 0.6, false, (2 - 0.5 / 0.8) / 0.6);
    assertFalls(half, 1, false, (2 - 0.5) / 1);
    // of −1/q, half a worker for 1/√p
    UtilityResponse inverse = response(-1, 1, Cases.row(4), Cases.row(1));
    double more = 0.5 / Math.sqrt(0.225) - 0.5 / Math.sqrt(0.275);
    assertFalls(inverse, 0.1, true, more / 0.1);
  }

  /** What the utility is beyond the cost of the mix. */
  @Test
  void net_ofAResponse_isItsUtilityWithoutItsCost() {
    UtilityResponse mixed = response(0, 1.5, Cases.row(2, 6), Cases.row(0.4, 1.6));
    assertEquals(1.5 * Math.log(5) - (0.75 * 1.6 + 0.25 * 0.4), mixed.net(), CLOSE);
    UtilityResponse half = response(0, 0.5, Cases.row(4), Cases.row(1));
    assertEquals(0.5 * Math.log(2) - 0.5, half.net(), CLOSE);
  }

  /** Between two columns, an owed price of 0.3 changes by the fraction of half of 2 over 2. */
  @Test
  void addFalls_twoColumns_exchangesTheirWorkers() {
    UtilityResponse mixed = response(0, 1.5, Cases.row(2, 6), Cases.row(0.4, 1.6));
    assertEquals(5, mixed.throughput, CLOSE);
    double range = 1.5 / 0.275 - 1.5 / 0.325;
    assertFalls(mixed, 0.05, true, products(range / (2 * 0.025 * 16), -2, 2));
    double toTheCorner = 6 - 1.5 / 0.36;
    assertFalls(mixed, 0.12, false, products(toTheCorner / (2 * 0.06 * 16), -2, 2));
    UtilityResponse slow = response(0, 0.66, Cases.row(2, 6), Cases.row(0.4, 1.6));
    assertFalls(slow, 0.1, false, products((0.66 / 0.25 - 2) / (2 * 0.05 * 16), -2, 2));
  }

  /** The same where the faster column is of the first type. */
  @Test
  void addFalls_slowerColumnOfTheSecondType_exchangesTheirWorkers() {
    UtilityResponse mixed = response(0, 1.5, Cases.row(6, 2), Cases.row(1.6, 0.4));
    assertEquals(5, mixed.throughput, CLOSE);
    double range = 1.5 / 0.275 - 1.5 / 0.325;
    assertFalls(mixed, 0.05, true, products(range / (2 * 0.025 * 16), 2, -2));
  }

  /** Where the slope may become that of a corner, just so, the corner may be as good. */
  @Test
  void isCertain_slopeThatMayJustReachACorner_isNotCertain() {
    UtilityResponse fast = response(0, 0.75, Cases.row(2), Cases.row(1.5));
    assertTrue(fast.isCertain(0, 0.499)); // from 0.75 to 0.75 / 2
    assertFalse(fast.isCertain(0, 0.5));
    assertFalse(fast.addFalls(0.5, new double[1]));
    UtilityResponse slow = response(0, 1.1875, Cases.row(1, 3), Cases.row(0.5, 2.5));
    assertTrue(slow.isCertain(0, 0.124)); // from 1 to 1.1875, by one and a half times the part
    assertFalse(slow.isCertain(0, 0.125));
    assertFalse(slow.addFalls(0.125, new double[4]));
  }

  /** A third column with a rate between them takes time from both until one has none left. */
  @Test
  void addFalls_columnThatCostsALittleMore_takesTheTimeOfBoth() {
    double within = 0.05 * (1.05 + 0.2 + 0.8);
    double[] rates = {2, 6, 4};
    double[] cost = {0.4, 1.6, 1.05};
    for (double throughput : new double[] {5, 3}) {
      UtilityResponse mixed = response(0, 0.3 * throughput, rates, cost);
      assertEquals(throughput, mixed.throughput, CLOSE);
      double range = Math.min(6, 0.3 * throughput / 0.275) - Math.max(2, 0.3 * throughput / 0.325);
      double[] ofTwo = products(range / (2 * 0.025 * 16), -2, 2, 0);
      assertFalls(mixed, 0.05, false, sum(ofTwo, products(0.5 / (2 * within), -1, -1, 2)));
    }
  }

  /** Idling instead of the slower column: three halves of it for half of the faster one. */
  @Test
  void addFalls_idlingThatCostsALittleMore_leavesMoreToTheFaster() {
    UtilityResponse mixed = response(0, 0.48, Cases.row(2, 6), Cases.row(0.2, 0.68));
    assertEquals(4, mixed.throughput, CLOSE);
    double range = 0.48 / 0.098 - 0.48 / 0.142;
    double[] ofTwo = products(range / (2 * 0.022 * 16), -2, 2);
    assertFalls(mixed, 0.1, false, sum(ofTwo, products(1 / 3.0 / (2 * 0.064), -3, 1)));
  }

  /** A column that is faster than both takes the faster one's time, some of it for the slower. */
  @Test
  void addFalls_fasterColumn_takesTheTimeOfTheFasterOne() {
    UtilityResponse mixed = response(0, 1.5, Cases.row(2, 6, 8), Cases.row(0.4, 1.6, 2.24));
    assertEquals(5, mixed.throughput, CLOSE);
    double[] ofTwo = products((1.5 / 0.275 - 1.5 / 0.325) / (2 * 0.025 * 16), -2, 2, 0);
    double within = 0.05 * (2.24 + 0.2 + 2.4);
    assertFalls(mixed, 0.05, false, sum(ofTwo, products(0.5 / (2 * within), 1, -3, 2)));
  }

  /** At a corner, the utility's slope falls as another column takes over, the more it is faster. */
  @Test
  void addFalls_corner_givesWayAsFarAsTheSlopeAllows() {
    for (double power : new double[] {0, 0.5}) {
      double weight = power == 0 ? 1.6 : 0.8;
      UtilityResponse all = response(power, weight, Cases.row(4, 6), Cases.row(0.6, 1.45));
      assertEquals(0.4, all.owed, CLOSE);
      double within = 0.05 * (1.45 + 1.6);
      double time = (within - 0.05) / (0.4 * (1 - power));
      assertFalls(all, 0.05, false, products(time / (2 * within), -2, 2));
      assertFalls(all, 0.01, true, new double[4]);
      double[] allTime = products(1 / (2 * 0.8 * 3.05), -2, 2);
      double idle = Math.min(1, 0.28 / (1.6 * (1 - power)));
      assertFalls(all, 0.8, false, sum(allTime, products(idle / (2 * 1.28), -2, 0)));
    }
  }

  @Test
  void addFalls_cornerThatIsHardlyWorthIt_givesWayToIdling() {
    UtilityResponse all = response(0, 1.6, Cases.row(4), Cases.row(1.55));
    assertEquals(4, all.throughput, CLOSE);
    assertFalls(all, 0.05, false, 0.03 / 1.6 / 0.16 * 4);
  }
}
