package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Optima in closed form, and bounds at any prices. */
class WindowedWelfareTest {

  private static double log(double x) {
    return StrictMath.log(x);
  }

  /** Alone, a job makes a window of work on its fastest type. */
  @Test
  void of_oneJob_runsWhereItIsFastest() {
    AllocationProblem one = Cases.problem(Cases.workers(2, 3), Cases.row(4, 8));
    WindowedWelfare x = WindowedWelfare.of(one, Cases.row(2), Cases.row(0.5), Cases.row(3), 0.25);
    double best = 2 * log(1.5 / 3.5) - 0.25 * (3 - 1);
    assertEquals(best, x.objective(), 1e-8);
    assertEquals(best, x.bound(), 1e-8);
    assertTrue(x.bound() >= x.objective());
    assertArrayEquals(Cases.row(0, 1), x.fractions(2), 1e-6);
    // a step per second more is an eighth of a window: of the logarithm and of the rest
    assertEquals((2 / 1.5 + 0.25) / 8, x.prices().ofThroughput(0), 1e-6);
    assertEquals(2 / 1.5 + 0.25, x.prices().ofTime(0), 1e-6);
    assertEquals(0, x.prices().ofPool(1), 1e-6);
  }

  /** Two jobs on one worker, the second with twice the weight: q1 + q2 = 1 and 1/q1 = 2/q2. */
  @Test
  void of_twoJobsOnAWorker_shareItByWeight() {
    AllocationProblem two = Cases.problem(Cases.workers(1), Cases.row(3), Cases.row(5));
    double[] none = new double[2];
    WindowedWelfare x = WindowedWelfare.of(two, Cases.row(1, 2), none, Cases.row(4, 4), 0);
    assertArrayEquals(Cases.row(1 / 3.0, 2 / 3.0), x.fractions(1), 1e-6);
    assertEquals(log(1 / 12.0) + 2 * log(1 / 6.0), x.objective(), 1e-8);
    assertEquals(3, x.prices().ofPool(0), 1e-6);
    assertEquals(1, x.prices().ofThroughput(0), 1e-6); // 3 for a window of 3 steps per second
    assertEquals(0.6, x.prices().ofThroughput(1), 1e-6);
  }

  /** With 2 workers of 4 the price is that of one of them. */
  @Test
  void of_gangs_payForAllWorkers() {
    AllocationProblem two =
        Cases.gangs(Cases.problem(Cases.workers(4), Cases.row(1), Cases.row(1)), 4, 4);
    WindowedWelfare x =
        WindowedWelfare.of(two, Cases.row(1, 1), Cases.row(1, 1), Cases.row(2, 2), 0);
    assertArrayEquals(Cases.row(0.5, 0.5), x.fractions(1), 1e-6);
    assertEquals(2 * log(1.5 / 3), x.objective(), 1e-8);
    assertEquals(1 / 1.5 / 4, x.prices().ofPool(0), 1e-6);
  }

  /**
   * The price of the longest rest takes the worker from the job that has less left. With q for the
   * long job: 1/q + price = 1/(1 − q), where the rest of the other stays shorter.
   */
  @Test
  void of_aPriceOfTheLongestRest_helpsTheLongJob() {
    AllocationProblem two = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    WindowedWelfare x =
        WindowedWelfare.of(two, Cases.row(1, 1), new double[2], Cases.row(5, 1), 1.5);
    double q = 2 / 3.0; // 3/2 + 3/2 = 3
    assertArrayEquals(Cases.row(q, 1 - q), x.fractions(1), 1e-6);
    assertEquals(log(q / 5) + log(1 - q) - 1.5 * (5 - q), x.objective(), 1e-8);
    assertEquals(3, x.prices().ofPool(0), 1e-6);
    assertEquals(3, x.prices().ofThroughput(0), 1e-6);
    assertEquals(3, x.prices().ofThroughput(1), 1e-6);
  }

  /** Rests within a window of the longest share its price: here both are 3.5 at the optimum. */
  @Test
  void of_restsThatMeet_shareThePrice() {
    AllocationProblem two = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(2));
    WindowedWelfare x =
        WindowedWelfare.of(two, Cases.row(1, 1), Cases.row(1, 1), Cases.row(4.25, 3.75), 100);
    assertArrayEquals(Cases.row(0.75, 0.25), x.fractions(1), 1e-6);
    double best = log(1.75 / 5.25) + log(1.25 / 4.75) - 100 * 3.5;
    assertEquals(best, x.objective(), 1e-6);
    assertEquals(best, x.bound(), 1e-6);
  }

  /** Jobs without weight, without work left and without workers do not count. */
  @Test
  void of_jobsThatDoNotCount_getNothing() {
    AllocationProblem four =
        AllocationProblem.builder(Cases.workers(1, 1))
            .job(Job.of("no weight"), 1, 1)
            .job(Job.of("done"), 1, 1)
            .job(Job.of("nowhere"), 0, 0)
            .job(Job.of("counts"), 0, 2)
            .build();
    WindowedWelfare x =
        WindowedWelfare.of(four, Cases.row(0, 1, 1, 1), new double[4], Cases.row(9, 0, 9, 2), 0.5);
    assertArrayEquals(Cases.row(0, 0, 0, 0, 0, 0, 0, 1), x.fractions(2), 1e-6);
    assertEquals(log(0.5) - 0.5, x.objective(), 1e-8);
    assertEquals(0, x.prices().ofTime(0));
    assertEquals(1.5, x.prices().ofTime(3) + x.prices().ofPool(1), 1e-6);
    WindowedWelfare nobody =
        WindowedWelfare.of(four, Cases.row(0, 1, 1, 0), new double[4], Cases.row(9, 0, 9, 2), 1);
    assertArrayEquals(new double[8], nobody.fractions(2));
    assertEquals(0, nobody.objective());
    assertEquals(0, nobody.bound());
    assertEquals(0, nobody.prices().ofPool(0));
  }

  /** A row for each rest within a window of the longest, if that has a price. */
  @Test
  void rows_ofRests_areThoseWithinAWindowOfTheLongest() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 2), Cases.row(1, 1), Cases.row(1, 1), Cases.row(1, 1));
    AllocationProgram limits = AllocationProgram.maximizeSum(problem, new double[3]);
    double[] ones = {1, 1, 1};
    double[] left = {5, 4.25, 4};
    RowProgram priced = new WindowedWelfareRows(limits, ones, ones, left, 2).program();
    assertEquals(3 + 2 + 3 + 2, priced.rows);
    assertEquals(3, priced.times);
    assertEquals(2, priced.pools);
    assertEquals(6, priced.columns());
    // times, pools, then the welfare and the rest of each job
    assertArrayEquals(Cases.row(1, 1, 1, 1, 1, 1, 0, 1, 0.75, 1), priced.limit);
    assertArrayEquals(new int[] {-1, -1, -1, -1, -1, 0, 0, 1, 1, 2}, priced.lean);
    double unit = 4; // the largest power of two up to 3 weights and the price, which are 5
    assertArrayEquals(Cases.row(0, 0, 0, 0, 0, 1 / unit, 0, 1 / unit, 0, 1 / unit), priced.weight);
    assertArrayEquals(Cases.row(0, 0, 0, 0, 0, 0, unit / 2, 0, unit / 2, 0), priced.requirement);
    RowProgram free = new WindowedWelfareRows(limits, ones, ones, left, 0).program();
    assertEquals(3 + 2 + 3, free.rows);
  }

  /** No prices prove less than a point has, and prices of rests count by their proportions. */
  @Test
  void bound_atAnyPrices_isAtLeastTheValueOfAnyPoint() {
    Random random = new Random(4);
    for (int i = 0; i < 300; i++) {
      AllocationProblem problem =
          Cases.problem(
              Cases.workers(1 + random.nextInt(2), 1),
              Cases.row(1 + random.nextDouble(), 1),
              Cases.row(random.nextInt(2), 2),
              Cases.row(3, 0));
      AllocationProgram limits = AllocationProgram.maximizeSum(problem, new double[3]);
      double[] weight = {0.5 + random.nextDouble(), 1, random.nextInt(2)};
      double[] done = {random.nextDouble(), 2, random.nextDouble()};
      double[] left = {1 + random.nextDouble(), 1.5, 1 + random.nextDouble()};
      double price = random.nextInt(3) * random.nextDouble();
      WindowedWelfareRows rows = new WindowedWelfareRows(limits, weight, done, left, price);
      double[] v = random.doubles(rows.program().rows, 0.01, 3).toArray();
      double bound = rows.bound(v);
      double[] x = new double[limits.columnCount()];
      Arrays.setAll(x, c -> random.nextDouble() / 3);
      assertTrue(rows.value(x) <= bound + 1e-12, "at " + i);
      double[] doubled = v.clone();
      for (int r = 0; r < v.length; r++) {
        doubled[r] *= rows.program().requirement[r] > 0 ? 2 : 1;
      }
      assertEquals(bound, rows.bound(doubled), 1e-9);
    }
  }

  /**
   * Two jobs on one worker at prices that prove the optimum: the worker costs 3, a window of each
   * 3, of which the price of the rest is 3/2 for the first.
   */
  @Test
  void bound_atTheBestPrices_isTheOptimum() {
    AllocationProblem two = Cases.problem(Cases.workers(1), Cases.row(7), Cases.row(5));
    AllocationProgram limits = AllocationProgram.maximizeSum(two, new double[2]);
    double[] ones = {1, 1};
    WindowedWelfareRows rows =
        new WindowedWelfareRows(limits, ones, new double[2], Cases.row(5, 1), 1.5);
    double q = 2 / 3.0;
    double best = log(q / 5) + log(1 - q) - 1.5 * (5 - q);
    double[] v = {0, 0, 3, 1.5, 1, 3}; // times, the pool, welfare and rest, welfare
    assertEquals(best, rows.bound(v), 1e-12);
    assertEquals(best, rows.value(Cases.row(q, 1 - q)), 1e-12);
    assertEquals(3.5, rows.scale());
    assertArrayEquals(Cases.row(0, 0, 6, 3, 2, 6), rows.inObjective(v)); // units of 2
    assertEquals(3, rows.prices(v).ofPool(0));
    assertEquals(3 / 7.0, rows.prices(v).ofThroughput(0), 1e-12);
    assertEquals(3 / 5.0, rows.prices(v).ofThroughput(1), 1e-12);
  }

  /** Weights of other sizes than 1, and prices far from them, are proved as well. */
  @Test
  void of_weightsOfAnySize_isProved() {
    AllocationProblem two = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    for (double unit : new double[] {1e-9, 1, 1e9}) {
      double[] weight = {unit, 2 * unit};
      WindowedWelfare x =
          WindowedWelfare.of(two, weight, new double[2], Cases.row(4, 4), 1e-15 * unit);
      double best = unit * (log(1 / 12.0) + 2 * log(1 / 6.0));
      assertEquals(best, x.objective(), 1e-7 * 3 * unit, "unit " + unit);
      assertEquals(best, x.bound(), 1e-7 * 3 * unit, "unit " + unit);
      assertEquals(3 * unit, x.prices().ofPool(0), 1e-5 * unit);
    }
  }
}
