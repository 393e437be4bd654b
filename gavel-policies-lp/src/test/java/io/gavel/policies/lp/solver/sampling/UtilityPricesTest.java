package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Prices of equal jobs with logarithms of throughput, in closed form: a job with rate 1 holds 1/p
 * workers at a price of p each, and no more than one.
 */
class UtilityPricesTest {

  private static final int JOBS = 800;

  private static AllocationProgram program(double weight, double[] rates, int... workers) {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(workers));
    for (int m = 0; m < JOBS; m++) {
      problem.job(Job.of("" + m), rates);
    }
    double[] weights = new double[JOBS];
    Arrays.fill(weights, weight);
    return AllocationProgram.maximizeUtility(problem.build(), weights, 0);
  }

  /** All jobs may take all of their time within the error, but at the right price they do not. */
  @Test
  void refine_wrongPrice_comesWithinTheErrorThatItTells() {
    double best = JOBS / 760.0;
    for (double start : new double[] {0.9, 1.2}) {
      double[] price = {start};
      UtilityWorkingSet set = Samples.setOfPrices(program(1, Cases.row(1), 760), price);
      double part = set.refine(0.2);
      assertTrue(part > 0 && part < 0.1, "part " + part);
      assertEquals(best, price[0], part * best, "from " + start);
      assertEquals(JOBS * Math.log(1 / best), set.bound(), 0.02 * JOBS * part);
    }
  }

  /** Idle time is on a type that is free, and stays so. */
  @Test
  void refine_typeWithWorkersLeft_staysFree() {
    for (double free : new double[] {0, 1e-9}) {
      double[] price = {0.95, free};
      UtilityWorkingSet set = Samples.setOfPrices(program(1, Cases.row(1, 0.1), 700, 9_000), price);
      double before = set.bound();
      double part = set.refine(0.2);
      assertEquals(free, price[1]);
      double throughput = 0.9 * 700 / JOBS + 0.1;
      assertEquals(0.9 / throughput, price[0], part * price[0]);
      assertTrue(set.bound() < before);
      assertTrue(set.bound() >= JOBS * Math.log(throughput));
    }
  }

  /** At these prices nothing tells how far the free type's should rise, and a step goes too far. */
  @Test
  void refine_stepThatGoesTooFar_isTakenBack() {
    double[] price = {0.9, 0};
    UtilityWorkingSet set = Samples.setOfPrices(program(1, Cases.row(1, 0.5), 500, 200), price);
    double throughput = 0.5 / 0.9;
    double bound = 500 * 0.9 + JOBS * (Math.log(throughput) - 0.9 * (2 * throughput - 1));
    assertEquals(bound, set.bound(), 1e-9);
    assertEquals(0.2, set.refine(0.2));
    assertArrayEquals(Cases.row(0.9, 0), price);
    assertEquals(bound, set.bound(), 1e-9);
  }

  /** There are workers for all jobs, so the price is 0; it comes closer by half in a step. */
  @Test
  void refine_priceOfTooManyWorkers_fallsByHalf() {
    double[] price = {1.1};
    UtilityWorkingSet set = Samples.setOfPrices(program(1, Cases.row(1), 9_000), price);
    assertEquals(0.2, set.refine(0.2));
    assertEquals(0.55, price[0], 1e-12);
    assertEquals(9_000 * 0.55 - JOBS * 0.55, set.bound(), 1e-9);
  }

  /** Prices that decide all jobs, and those of which no other is better, stay. */
  @Test
  void refine_pricesThatCannotBeBetter_stay() {
    double[] decided = {1.5};
    UtilityWorkingSet set = Samples.setOfPrices(program(1, Cases.row(1), 760), decided);
    assertEquals(0.2, set.refine(0.2));
    assertArrayEquals(Cases.row(1.5), decided);
    assertEquals(0.25, set.refine(0.25), "what a price may change is less, but not its error");
    double[] best = {1};
    UtilityWorkingSet right = Samples.setOfPrices(program(1, Cases.row(1), JOBS), best);
    assertEquals(0.1, right.refine(0.1));
    assertEquals(1, best[0], 1e-12);
  }

  /** Where time on one of two equal types is prescribed, it costs nothing: halves come close. */
  @Test
  void refine_priceOfARowFarTooHigh_endsAtTheLeastBoundFound() {
    AllocationProgram plain = program(1, Cases.row(1, 1), 400, 1_000);
    int[] columns = IntStream.range(0, 2 * JOBS).filter(c -> plain.pool(c) == 0).toArray();
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1);
    AllocationProgram equal =
        plain.withRows(
            CouplingRows.builder().add("as many", Relation.EXACTLY, 300, columns, ones).build());
    double[] price = {0, 0, 0.1};
    UtilityWorkingSet set = Samples.setOfPrices(equal, price);
    assertEquals(30, set.bound(), 1e-9);
    double part = set.refine(0.2);
    assertTrue(part > 0 && part <= 0.2, "part " + part);
    assertTrue(price[2] > 0 && price[2] < 0.002, "price " + price[2]);
    assertEquals(300 * price[2], set.bound(), 1e-9);
  }

  /** A price on either side of 1 decides whether jobs idle; within the error, it does not. */
  @Test
  void decide_jobsAtACorner_isSafeWithinTheError() {
    AllocationProgram program = program(1, Cases.row(1), 760);
    UtilityWorkingSet above = Samples.setOfPrices(program, 1.2);
    assertTrue(above.decide(0, 0.1));
    assertEquals(CostHull.IDLE, above.columnChoice.from[7]);
    assertEquals(7, above.columnChoice.to[7]);
    assertEquals(1 / 1.2, above.columnChoice.throughput[7], 1e-15);
    assertEquals(1.2, above.columnChoice.owed[7], 1e-15);
    assertTrue(above.decide(0, 0.2), "the same prices, but a larger error");
    assertTrue(above.columnChoice.isUndecided(7));
    assertEquals(JOBS, above.columnChoice.usedCount());
    above.columnChoice.clear();
    above.take(Cases.row(1.5));
    assertTrue(above.decide(0, 0.2), "the same error, but other prices");
    assertTrue(above.columnChoice.isDecided(7));
    assertEquals(0, above.columnChoice.usedCount());
    UtilityWorkingSet below = Samples.setOfPrices(program, 0.5);
    assertTrue(below.decide(0, 0.1));
    assertEquals(7, below.columnChoice.from[7]);
    assertEquals(1, below.columnChoice.throughput[7]);
    assertEquals(1, below.columnChoice.owed[7]);
  }

  /**
   * A job between a worker of the first type and two of the second, whose part of each is not in
   * proportion to its throughput: nothing is decided. It is where the sizes or the types are the
   * same, or the rest is idle.
   */
  @Test
  void decide_mixOfColumnsOfDifferentSizes_isLeftOpen() {
    AllocationProblem plain = Cases.problem(Cases.workers(2, 2), Cases.row(1, 1.5));
    AllocationProblem two =
        AllocationProblem.builder(Cases.workers(2, 2))
            .job(Job.of("0"), 1, 0)
            .configuration("0", "two", 2, 0, 1.5)
            .build();
    AllocationProblem same =
        AllocationProblem.builder(Cases.workers(2, 2))
            .job(Job.of("0"), 1, 0)
            .configuration("0", "two", 2, 1.5, 0)
            .build();
    double[][] prices = {{0.5, 0.9}, {0.5, 0.45}, {0.45, 5}, {1.2, 1.1}};
    AllocationProblem[] problems = {plain, two, same, two};
    for (int i = 0; i < prices.length; i++) {
      AllocationProgram program = AllocationProgram.maximizeUtility(problems[i], Cases.row(1), 0);
      UtilityWorkingSet set = Samples.setOfPrices(program, prices[i]);
      assertTrue(set.decide(set.bound(), 1e-3));
      assertEquals(i == 1, set.columnChoice.isUndecided(0), "case " + i);
      assertEquals(i == 1 ? 2 : 0, set.columnChoice.usedCount(), "case " + i);
      assertEquals(i == 3, i != 1 && set.columnChoice.from[0] == CostHull.IDLE, "case " + i);
    }
  }

  /** W p and for each job log(1/p) − 1, or −p if it has all of its time. */
  @Test
  void bound_ofAnyPrice_isProvedByIt() {
    AllocationProgram program = program(2, Cases.row(3), 760);
    UtilityWorkingSet set = Samples.setOfPrices(program, 2.5);
    for (double p : new double[] {2.5, 1.25, 8, 2, 8}) {
      set.take(Cases.row(p));
      double held = Math.min(1, 2 / p);
      double expected = 760 * p + JOBS * (2 * Math.log(3 * held) - p * held);
      assertEquals(expected, set.bound(), 1e-9);
      assertEquals(expected, set.proof().value(), 1e-9);
      assertEquals(Math.max(2, p) / 3, set.proof().prices().ofThroughput(5), 1e-12);
    }
  }

  /** A job without a weight asks for nothing, and nothing is decided about it. */
  @Test
  void decide_jobWithoutWeight_isLeftOut() {
    double[] weights = {1, 0, 1};
    AllocationProblem problem =
        Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(5), Cases.row(1));
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, weights, 0);
    UtilityWorkingSet set = Samples.setOfPrices(program, 2);
    assertEquals(2 + 2 * (Math.log(0.5) - 1), set.bound(), 1e-12);
    assertTrue(set.decide(set.bound(), 0.1));
    assertFalse(set.columnChoice.isDecided(1) || set.columnChoice.isUndecided(1));
    assertTrue(set.columnChoice.isDecided(0) && set.columnChoice.isDecided(2));
    assertEquals(0, set.proof().prices().ofThroughput(1));
  }
}
