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
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Corners, prices and certainties of a job on four types, worked out by hand. */
class CostHullTest {

  private static final int IDLE = CostHull.IDLE;

  /** With these prices the corners are idling, (2, 1.5) and (4, 5). */
  private static final double[] RATES = {1, 2, 4, 3};

  private static final double[] PRICES = {1, 1.5, 5, 4};

  private static AllocationProgram level(double[]... rates) {
    int[] workers = new int[rates[0].length];
    Arrays.fill(workers, 1);
    AllocationProblem problem = Cases.problem(Cases.workers(workers), rates);
    double[] ones = new double[rates.length];
    Arrays.fill(ones, 1);
    return AllocationProgram.maximizeMinimum(problem, ones);
  }

  private static CheapestMix mix(double[] rates, double... price) {
    AllocationProgram program = level(rates);
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    return new CheapestMix(columns, Samples.uses(program), price);
  }

  private static void assertMix(CheapestMix mix, double throughput, int from, int to) {
    mix.find(0, throughput);
    assertEquals(from, mix.from, "slower for " + throughput);
    assertEquals(to, mix.to, "faster for " + throughput);
  }

  @Test
  void find_anyThroughput_liesBetweenCorners() {
    CheapestMix mix = mix(RATES, PRICES);
    assertMix(mix, 0, IDLE, 1);
    assertMix(mix, 1, IDLE, 1);
    assertEquals(0.75, mix.owed);
    assertEquals(0, mix.time);
    assertMix(mix, 2, IDLE, 1);
    assertMix(mix, 2.001, 1, 2);
    assertMix(mix, 3, 1, 2);
    assertEquals(1.75, mix.owed);
    assertEquals(2, mix.time); // the line through both corners is 2 below idling
    assertMix(mix, 4, 1, 2);
    assertMix(mix, 5, 1, 2); // beyond the fastest
  }

  /** Of corners on a line, the fastest counts. */
  @Test
  void find_cornersOnALine_isTheFastest() {
    assertMix(mix(RATES, 1, 2, 4, 3), 0.5, IDLE, 2);
    assertMix(mix(Cases.row(2, 4, 1), 1, 2, 0), 0.5, IDLE, 2);
    assertMix(mix(Cases.row(2, 4, 1), 1, 2, 0), 1.5, 2, 1);
  }

  /** Where a row rewards the use of workers, a job has more than it asks for. */
  @Test
  void find_rewards_isTheCheapestCorner() {
    CheapestMix mix = mix(RATES, -1, -3, -1, -2);
    assertMix(mix, 1, 1, 1);
    assertEquals(0, mix.owed);
    assertEquals(3, mix.time);
    assertFalse(mix.isCertain(0, 0, true));
    assertMix(mix, 3, 1, 2); // from −3 to −1
    assertEquals(1, mix.owed);
    assertEquals(5, mix.time);
  }

  /** Where workers are rewarded, the job goes on to the corner that costs least, and no further. */
  @Test
  void find_rewardsOfMoreThanOneCorner_isTheCheapestCorner() {
    assertMix(mix(Cases.row(1, 2, 4), -1, -3, -4), 1, 2, 2);
    assertMix(mix(Cases.row(1, 2, 4), -1, -3, -3), 1, 1, 1);
  }

  private static void assertCertainUpTo(CheapestMix mix, double part, boolean attainable) {
    assertTrue(mix.isCertain(0, part * 0.999, attainable), "below " + part);
    assertFalse(mix.isCertain(0, part * 1.001, attainable), "above " + part);
  }

  /**
   * At 3, in the middle of the second edge, the fourth column costs 4 and the mix 3.25, while all
   * costs together are 7.25. Without it the first column is 1.25 above the line, of 5.75; idling is
   * 2 above it, of 8.
   */
  @Test
  void isCertain_betweenCorners_untilAnotherColumnMayCostLess() {
    CheapestMix all = mix(RATES, PRICES);
    all.find(0, 3);
    assertCertainUpTo(all, 0.75 / 7.25, false);
    CheapestMix three = mix(Cases.row(1, 2, 4), 1, 1.5, 5);
    three.find(0, 3);
    assertCertainUpTo(three, 1.25 / 5.75, false);
    CheapestMix two = mix(Cases.row(0, 2, 4), 0, 1.5, 5);
    two.find(0, 3);
    assertCertainUpTo(two, 2 / 8.0, false);
  }

  /** The throughput itself may move beyond a corner: from 2.1 to 2, and from 3.8 to 4. */
  @Test
  void isCertain_nearACorner_untilTheThroughputMayPassIt() {
    CheapestMix two = mix(Cases.row(2, 4), 1.5, 5);
    two.find(0, 2.1);
    assertCertainUpTo(two, 0.1 / 2.1, false);
    two.find(0, 3.8);
    assertCertainUpTo(two, 0.2 / 3.8, false);
    assertTrue(two.isCertain(0, 0.2, true)); // if nobody asks for more than there is
    two.find(0, 4);
    assertTrue(two.isCertain(0, 0, false), "nothing moves");
    CheapestMix steep = mix(Cases.row(2, 4), 1, 13);
    steep.find(0, 4);
    assertTrue(steep.isCertain(0, 0.5, true), "down to just the corner");
    two.find(0, 1.9); // between idling and a corner that is not the last
    assertCertainUpTo(two, 0.1 / 1.9, false);
    assertCertainUpTo(two, 0.1 / 1.9, true);
    two.find(0, 0.1); // from idling, of which there is no less
    assertCertainUpTo(two, 2 / 8.0, false); // then the second column may be cheaper per step
  }

  /** Columns of the same type have the same price, so that only their difference counts. */
  @Test
  void shift_columnsOfTheSameUse_cancel() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(9, 9))
            .job(Job.of("1"), 1, 2)
            .configuration("1", "two", 2, 1.5, 0)
            .configuration("1", "three", 3, 1.75, 0)
            .build();
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, Cases.row(1));
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    CheapestMix mix = new CheapestMix(columns, Samples.uses(program), Cases.row(1, 100));
    mix.find(0, 1.25); // between one worker and two, which cost 1 and 2
    assertEquals(0, columns.pool[mix.from]);
    assertEquals(2, columns.size[mix.to]);
    int three = 3;
    assertEquals(3, columns.size[three]);
    assertEquals(0.5, mix.shift(three, -0.5, 1.5)); // 3 + 0.5 − 1.5 · 2
    int other = 1;
    assertEquals(100 + 4, mix.shift(other, -2, 3)); // |2 − 6|, beside 100 of the other type
    assertEquals(1.5, mix.shift(IDLE, 0.5, 0.5));
    mix.find(0, 1.9); // between three workers and the other type
    assertEquals(three, mix.from);
    assertEquals(other, mix.to);
    assertEquals(100 + 1, mix.shift(2, 1, 1)); // |2 − 3| of the same type as the slower one
    assertEquals(0.5 * 3, mix.shift(other, 0.5, 1));
  }

  /** While prices move by less than is certain, the choice stays. */
  @Test
  void isCertain_anyJob_keepsItsColumnsWhilePricesMove() {
    Random random = new Random(5);
    int certain = 0;
    for (int i = 0; i < 2_000; i++) {
      double[] rates = random.doubles(4, 0.5, 4).toArray();
      AllocationProgram program = level(rates);
      ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
      double[] price = random.doubles(4, 0.1, 2).toArray();
      double[] moved = price.clone();
      CheapestMix mix = new CheapestMix(columns, Samples.uses(program), price);
      CheapestMix other = new CheapestMix(columns, Samples.uses(program), moved);
      double throughput = random.nextDouble() * Arrays.stream(rates).max().orElseThrow();
      mix.find(0, throughput);
      if (mix.isCertain(0, 0.05, true)) {
        certain++;
        for (int k = 0; k < 10; k++) {
          Arrays.setAll(moved, j -> price[j] * (1 + (random.nextBoolean() ? 0.0499 : -0.0499)));
          double near = throughput * (1 + 0.0499 * (2 * random.nextDouble() - 1));
          other.find(0, near);
          assertEquals(mix.to, other.to, "at " + i);
          assertEquals(mix.from, other.from, "at " + i);
        }
      }
    }
    assertTrue(certain > 800 && certain < 1_900, "certain " + certain);
  }

  private static boolean[] marked(CheapestMix mix, double part) {
    boolean[] used = new boolean[4];
    mix.mark(0, part, used);
    return used;
  }

  /** All columns that some prices within the part may bring in, and no others. */
  @Test
  void mark_aPart_hasTheColumnsThatMayCostLess() {
    CheapestMix mix = mix(RATES, PRICES);
    mix.find(0, 3);
    assertArrayEquals(new boolean[] {false, true, true, false}, marked(mix, 0.1));
    mix.find(0, 3);
    assertArrayEquals(new boolean[] {false, true, true, true}, marked(mix, 0.11));
    mix.find(0, 3);
    assertArrayEquals(new boolean[] {true, true, true, true}, marked(mix, 0.22));
    mix.find(0, 1); // the first edge, beside which the first column is 0.25 above, of 1.75
    assertArrayEquals(new boolean[] {false, true, false, false}, marked(mix, 0.14));
    mix.find(0, 1);
    assertArrayEquals(new boolean[] {true, true, false, false}, marked(mix, 0.143));
    mix.find(0, 1.9); // the second edge may enter as throughputs may pass 2
    assertArrayEquals(new boolean[] {false, true, true, false}, marked(mix, 0.06));
    mix.find(0, 1.9);
    assertArrayEquals(new boolean[] {false, true, false, false}, marked(mix, 0.05));
  }

  @Test
  void mayEnter_edgesBesideTheMix_mayWhereThroughputsReachThem() {
    CheapestMix mix = mix(RATES, PRICES);
    mix.find(0, 1.6); // of the first edge
    mix.from = 1;
    mix.to = 2;
    assertFalse(mix.mayEnter(0.249));
    assertTrue(mix.mayEnter(0.251)); // up to 2
    mix.find(0, 2.5);
    mix.from = IDLE;
    mix.to = 1;
    assertFalse(mix.mayEnter(0.199));
    assertTrue(mix.mayEnter(0.201)); // down to 2
  }

  /** Each worker more adds a hundredth less: those next to the mix lack least. */
  @Test
  void mark_manyCornersOnAPool_keepsThoseNextToTheMix() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cases.workers(20)).job(Job.of("1"), 0.99);
    for (int workers = 2; workers <= 9; workers++) {
      double less = 0.005 * workers * (workers + 1);
      builder.configuration("1", "of" + workers, workers, workers - less);
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(builder.build(), Cases.row(1));
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    CheapestMix mix = new CheapestMix(columns, Samples.uses(program), Cases.row(1));
    mix.find(0, 7.5);
    assertEquals(7, mix.to);
    boolean[] used = new boolean[9];
    mix.mark(0, 0.9, used);
    boolean[] expected = new boolean[9];
    Arrays.fill(expected, 4, 9, true);
    assertArrayEquals(expected, used);
  }

  /** Of many columns on a pool, the five that cost least beyond what they are worth. */
  @Test
  void mark_manyColumnsOnAPool_keepsTheCheapest() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cases.workers(20)).job(Job.of("1"), 1);
    for (int workers = 2; workers <= 9; workers++) {
      builder.configuration(
          "1", "of" + workers, workers, 1 + 0.9 * (workers - 1) + 0.001 * workers);
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(builder.build(), Cases.row(1));
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    CheapestMix mix = new CheapestMix(columns, Samples.uses(program), Cases.row(1));
    mix.find(0, 1.5);
    boolean[] used = new boolean[9];
    mix.mark(0, 0.9, used);
    boolean[] expected = new boolean[9];
    Arrays.fill(expected, 0, 5, true);
    assertArrayEquals(expected, used);
  }

  @Test
  void cheapestOnPools_offers_keepsTheLeastOfEachPool() {
    CheapestOnPools cheapest = new CheapestOnPools(2, 2);
    cheapest.offer(0, 1, 5);
    cheapest.offer(1, 1, 3);
    cheapest.offer(2, 0, 9);
    cheapest.offer(3, 1, 4);
    cheapest.offer(4, 1, 4); // not less than what is kept
    boolean[] kept = new boolean[6];
    cheapest.moveTo(kept);
    assertArrayEquals(new boolean[] {false, true, true, true, false, false}, kept);
    cheapest.offer(5, 1, 100); // it has forgotten the others
    boolean[] next = new boolean[6];
    cheapest.moveTo(next);
    assertArrayEquals(new boolean[] {false, false, false, false, false, true}, next);
  }

  @Test
  void columnChoice_ofJobs_isWhatTheHullSays() {
    CheapestMix mix = mix(RATES, PRICES);
    mix.find(0, 3);
    ColumnChoice choice = new ColumnChoice(3, 4, true);
    choice.decide(1, mix, 3);
    assertTrue(choice.isDecided(1) && !choice.isUndecided(1));
    assertTrue(!choice.isDecided(0) && !choice.isUndecided(0));
    assertEquals(1, choice.from[1]);
    assertEquals(2, choice.to[1]);
    assertEquals(3, choice.throughput[1]);
    assertEquals(0, choice.usedCount());
    choice.leaveOpen(0, mix, 0.11);
    assertTrue(choice.isUndecided(0) && !choice.isDecided(0));
    assertEquals(3, choice.usedCount());
    choice.clear();
    assertEquals(0, choice.usedCount());
  }
}
