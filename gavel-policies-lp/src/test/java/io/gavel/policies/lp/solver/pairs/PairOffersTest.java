package io.gavel.policies.lp.solver.pairs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Which pairs are kept and offered, on programs small enough to list. */
class PairOffersTest {

  /**
   * Four jobs on two types; the last does not run alone. Columns: 0a 0b 1a 1b 2a 2b, then the pairs
   * 01 on a and b, 02 on a, 23 on a and b.
   */
  private static AllocationProgram program() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(2, 2))
            .job(Job.of("0"), 1, 2)
            .job(Job.of("1"), 1, 2)
            .job(Job.of("2"), 1, 2)
            .job(Job.of("3"), 0, 0)
            .pair("0", "1", Cases.row(0.9, 1.5), Cases.row(0.8, 1.6))
            .pair("0", "2", Cases.row(0.7, 0), Cases.row(0.6, 0))
            .pair("2", "3", Cases.row(0.5, 0.5), Cases.row(3, 4))
            .build();
    return AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1, 1));
  }

  @Test
  void keptColumns_atFirst_areSingleJobsAndOneForEachOther() {
    AllocationProgram program = program();
    assertEquals(11, program.columnCount());
    KeptColumns kept = new KeptColumns(program);
    boolean[] expected = new boolean[11];
    Arrays.fill(expected, 0, 6, true);
    expected[10] = true; // of the job that runs in pairs only, where it is fastest
    for (int c = 0; c < 11; c++) {
      assertEquals(expected[c], kept.isKept(c), "column " + c);
    }
    assertEquals(7, kept.program().columnCount());
    int[] before = kept.renumber();
    int[] none = new int[7];
    Arrays.fill(none, RowProgram.NONE);
    assertArrayEquals(none, before);
    kept.keep(7);
    kept.keep(7); // counts once
    kept.keep(0);
    assertEquals(8, kept.program().columnCount());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, RowProgram.NONE, 6}, kept.renumber());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, kept.renumber());
    double[] x = kept.expanded(Cases.row(1, 2, 3, 4, 5, 6, 7, 8));
    assertArrayEquals(Cases.row(1, 2, 3, 4, 5, 6, 0, 7, 0, 0, 8), x);
  }

  private static Prices prices(double a, double b, double... time) {
    return Prices.of(Cases.row(a, b), time, new double[4]);
  }

  /**
   * At a price of 1 for a worker of a and 2 for one of b, single jobs pay what they are worth. The
   * pair 01 gains 0.7 on a and 1.1 on b, 02 gains 0.3 on a; 23 gains 2.5 and is kept on b.
   */
  @Test
  void offers_ofPairs_areWhereEachGainsMost() {
    AllocationProgram program = program();
    KeptColumns kept = new KeptColumns(program);
    PairOffers offers = new PairOffers(program, prices(1, 2, 0, 0, 0, 0), kept);
    double[] raise = {1.1 / 2, 1.1 / 2, 1.25, 1.25};
    assertArrayEquals(raise, offers.raise(1), 1e-15);
    assertArrayEquals(Cases.row(0.275, 0.275, 0.625, 0.625), offers.raise(2), 1e-15);
    assertEquals(3.6, offers.missing(), 1e-15);
    offers.takeBest(kept);
    assertTrue(kept.isKept(7) && kept.isKept(8)); // 01 on b, 02 on a
    assertFalse(kept.isKept(6));
    assertTrue(kept.isKept(9)); // 23 on a
  }

  /** The time of both members is paid, and throughputs that are owed are worth their price. */
  @Test
  void offers_atPricesOfTime_areLess() {
    AllocationProgram program = program();
    KeptColumns kept = new KeptColumns(program);
    PairOffers offers = new PairOffers(program, prices(1, 2, 0.25, 0.5, 0, 9), kept);
    assertEquals((1.1 - 0.75) / 2, offers.raise(1)[0], 1e-15);
    assertEquals((1.1 - 0.75) / 2, offers.raise(1)[1], 1e-15);
    assertEquals((0.3 - 0.25) / 2, offers.raise(1)[2], 1e-15);
    assertEquals(0, offers.raise(1)[3]);
    Prices owed = Prices.of(Cases.row(1, 2), new double[4], Cases.row(1, 0.5, 0, 0));
    PairOffers more = new PairOffers(program, owed, kept);
    // 0 alone on b gains 2 + 2 − 2, and the pair on b (1.5 · 2 + 1.6 · 1.5) − 2
    assertEquals(2, more.raise(1)[0], 1e-15);
    assertEquals((3 + 2.4 - 2) / 2, more.raise(1)[1], 1e-15);
    PairOffers nothing = new PairOffers(program, prices(9, 9, 0, 0, 0, 0), kept);
    assertEquals(0, nothing.missing());
    nothing.takeBest(kept);
    assertEquals(7, kept.program().columnCount());
  }

  /** A job that everybody gains by is in four pairs at a time, the best ones. */
  @Test
  void takeBest_jobInManyPairs_isTakenFourTimes() {
    int jobs = 1_200; // more than there is room for at first
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(jobs));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("" + m), 1);
    }
    for (int m = 1; m < jobs; m++) {
      double rate = 0.5 + 0.4 * (m * 7 % jobs) / jobs;
      builder.pair("0", "" + m, Cases.row(rate), Cases.row(rate));
    }
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    AllocationProgram program = AllocationProgram.maximizeSum(builder.build(), ones);
    KeptColumns kept = new KeptColumns(program);
    Prices prices = Prices.of(Cases.row(0.9), new double[jobs], new double[jobs]);
    new PairOffers(program, prices, kept).takeBest(kept);
    double[] best = new double[jobs - 1];
    Arrays.setAll(best, i -> program.rate(jobs + i));
    Arrays.sort(best);
    int count = 0;
    for (int c = jobs; c < program.columnCount(); c++) {
      assertEquals(program.rate(c) >= best[best.length - 4], kept.isKept(c), "" + c);
      count += kept.isKept(c) ? 1 : 0;
    }
    assertEquals(4, count);
  }

  /**
   * Jobs that run in pairs only, and one that does not run. Columns: the pair 01 on a and b, then
   * 23 on both.
   */
  @Test
  void keptColumns_nobodyRunsAlone_areTheFastestOfEachMember() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(2, 2))
            .job(Job.of("0"), 0, 0)
            .job(Job.of("1"), 0, 0)
            .job(Job.of("2"), 0, 0)
            .job(Job.of("3"), 0, 0)
            .job(Job.of("4"), 0, 0)
            .pair("0", "1", Cases.row(0.3, 0.5), Cases.row(0.2, 0.4))
            .pair("2", "3", Cases.row(0.5, 0.3), Cases.row(0.2, 0.4))
            .build();
    KeptColumns kept =
        new KeptColumns(AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1, 1, 1)));
    boolean[] expected = {false, true, true, true};
    for (int c = 0; c < expected.length; c++) {
      assertEquals(expected[c], kept.isKept(c), "column " + c);
    }
  }

  /** Of types on which a pair is equally fast, or gains as much, the first is taken. */
  @Test
  void takeBest_equalGains_takesTheFirstType() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(2, 2))
            .job(Job.of("0"), 1, 1)
            .job(Job.of("1"), 1, 1)
            .job(Job.of("2"), 0, 0)
            .pair("0", "1", Cases.row(0.75, 0.75), Cases.row(0.75, 0.75))
            .pair("0", "2", Cases.row(0.5, 0.5), Cases.row(0.5, 0.5))
            .build();
    AllocationProgram program = AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1));
    KeptColumns kept = new KeptColumns(program);
    assertTrue(kept.isKept(6) && !kept.isKept(7));
    Prices even = Prices.of(Cases.row(1.5, 1.5), new double[3], new double[3]);
    new PairOffers(program, even, kept).takeBest(kept);
    assertFalse(kept.isKept(4) || kept.isKept(5)); // it is worth just what it pays
    Prices low = Prices.of(Cases.row(1, 1), new double[3], new double[3]);
    new PairOffers(program, low, kept).takeBest(kept);
    assertTrue(kept.isKept(4) && !kept.isKept(5));
  }

  /** The last job of all pairs is in four at a time too. */
  @Test
  void takeBest_secondMemberInManyPairs_isTakenFourTimes() {
    int jobs = 9;
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(jobs));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("" + m), 1);
    }
    for (int m = 0; m < jobs - 1; m++) {
      double rate = 0.625 + m / 64.0;
      builder.pair("" + m, "" + (jobs - 1), Cases.row(rate), Cases.row(rate));
    }
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    AllocationProgram program = AllocationProgram.maximizeSum(builder.build(), ones);
    KeptColumns kept = new KeptColumns(program);
    Prices prices = Prices.of(Cases.row(1), new double[jobs], new double[jobs]);
    new PairOffers(program, prices, kept).takeBest(kept);
    for (int m = 0; m < jobs - 1; m++) {
      assertEquals(m >= 4, kept.isKept(jobs + m), "with job " + m);
    }
  }
}
