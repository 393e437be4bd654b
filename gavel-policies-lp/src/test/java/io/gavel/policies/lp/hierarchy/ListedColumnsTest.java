package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Columns that prices close, and the point on the others, for prices and points made by hand. */
class ListedColumnsTest {

  /** The least gap of the precision below. */
  private static final double GAP = 0x1p-20;

  /** What a column costs at least that is closed, or time of a busy job, if the slack is none. */
  private static final double CLEAR = LevelPrecision.CLEAR_CUT * GAP;

  private static final double TOO_MUCH = 1e9;

  private static final boolean[] BOTH = {true, true};
  private static final boolean[] FIRST = {true, false};
  private static final double[] NONE = {0, 0};

  /** Column by column: a makes 8, 4 and 2 steps per second on x, y and z, b makes 7, 5 and 3. */
  private final AllocationProblem problem =
      AllocationProblem.builder(
              Cluster.of(new WorkerType("x", 4), new WorkerType("y", 4), new WorkerType("z", 4)))
          .job(Job.of("a"), 8, 4, 2)
          .job(Job.of("b"), 7, 5, 3)
          .build();

  private final AllocationProgram program = program(problem);
  private final ListedColumns columns = columns(program, true);

  /** The gap is 2<sup>-20</sup> at least, and a quarter of a demand counts as dust. */
  private static ListedColumns columns(AllocationProgram program, boolean warm) {
    return new ListedColumns(
        program, new LevelPrecision(CertifiedSolver.standard(), warm, 1e-11, GAP, 0.25));
  }

  private static AllocationProgram program(AllocationProblem problem) {
    return AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
  }

  private static double[] of(double... values) {
    return values;
  }

  private static double below(double value) {
    return Math.nextDown(value);
  }

  /** The level at which a point meets demands exactly, with a bound and any prices. */
  private static HighestLevel level(
      AllocationProgram program, double[] x, double[] demands, double bound, Prices prices) {
    return HighestLevel.search(
        probe -> CertifiedSolution.of(probe, List.of(), x, DualBound.proved(bound, prices)),
        program,
        t -> Arrays.stream(demands).map(d -> t * d).toArray(),
        0,
        0,
        1,
        1e-11);
  }

  private void close(double[] x, boolean[] live, double bound, Prices prices) {
    double[] demands = program.throughput(x);
    columns.close(program, level(program, x, demands, bound, prices), live);
  }

  private static Prices pools(double... pools) {
    return Prices.of(pools, NONE, NONE);
  }

  /** The rates of the open columns. */
  private void assertOpen(double... rates) {
    AllocationProgram open = columns.open(program);
    assertArrayEquals(
        rates, IntStream.range(0, open.columnCount()).mapToDouble(open::rate).toArray());
  }

  /** The workers that are left. */
  private void assertWorkers(double... workers) {
    AllocationProgram open = columns.open(program);
    assertArrayEquals(
        workers, IntStream.range(0, workers.length).mapToDouble(open::workers).toArray());
  }

  /** The fractions of the allocation of the point. */
  private void assertPoint(double... fractions) {
    AllocationProgram lowest = program.withRequirement(of(1, 1));
    DualBound bound = DualBound.of(lowest, Prices.of(of(1, 1, 1), NONE, of(0.5, 0.5)));
    Allocation x = columns.allocation(problem, lowest, bound, null);
    for (int c = 0; c < fractions.length; c++) {
      assertEquals(fractions[c], x.fraction(c / 3, c % 3), "column " + c);
    }
  }

  @Test
  void open_beforeAnyLevel_hasAllColumnsAndWorkers() {
    assertOpen(8, 4, 2, 7, 5, 3);
    assertWorkers(4, 4, 4);
    assertArrayEquals(of(8, 7), columns.fastest());
    assertPoint(0, 0, 0, 0, 0, 0);
  }

  @Test
  void take_point_isThatOfTheAllocation() {
    columns.take(
        CertifiedSolution.of(
            program.withRequirement(of(1, 1)),
            of(0.5, 0.25, 0.125, 0.0625, 0.375, 0.5),
            Prices.zero(problem)));
    assertPoint(0.5, 0.25, 0.125, 0.0625, 0.375, 0.5);
  }

  /** What a column costs counts as often as there are jobs that demand something. */
  @Test
  void close_columnsWithoutTime_fromTheClearCutOn() {
    double[] x = {0.5, 0, 0, 0.5, 0, 0};
    Prices half = pools(0, CLEAR / 2, below(CLEAR / 2));
    close(x, new boolean[] {true, false}, 1, half);
    assertOpen(8, 4, 2, 7, 5, 3);
    close(x, BOTH, 1 + 0x1p-10, half);
    assertOpen(8, 4, 2, 7, 5, 3);
    close(x, BOTH, 1, half);
    assertOpen(8, 2, 7, 3);
    assertArrayEquals(of(8, 7), columns.fastest());
    assertPoint(x);
  }

  /** The cost of a column with time is compared with this time; throughput pays for part of it. */
  @Test
  void close_columnsWithNextToNoTime_fromTheClearCutOn() {
    double[] x = {0.375, 0.25, 0, 0.5, 0, 0};
    double[] most = {0, 125_000, 0};
    close(x, BOTH, 1, Prices.of(most, NONE, of(0.25, 0)));
    assertOpen(8, 4, 2, 7, 3);
    close1(of(0.375, 0.25, 0, 0.5, 0), pools(most));
    assertOpen(8, 2, 7, 3);
    assertPoint(x);
  }

  /** The same on the open columns, where b has none on y any more. */
  private void close1(double[] x, Prices prices) {
    AllocationProgram open = columns.open(program);
    columns.close(open, level(open, x, open.throughput(x), 1, prices), BOTH);
  }

  @Test
  void close_columnsThatAreUsed_stay() {
    double[] x = {0.375, 0.25, 0, 0.5, 0, 0};
    double[] used = {0.34375, 0.3125, 0, 0.5, 0, 0};
    close(used, BOTH, 1, pools(0, TOO_MUCH, TOO_MUCH));
    assertOpen(8, 4, 7);
    assertPoint(used);
    close1(of(0.375, 0.25, 0.5), pools(TOO_MUCH, TOO_MUCH, 0)); // a quarter of a's 4 steps
    assertOpen(8, 7);
    assertPoint(x);
  }

  /** Whoever demands nothing needs no column, whatever it has there. */
  @Test
  void close_columnsOfJobsWithoutDemand_areClosedIfTheyCost() {
    double[] x = {0, 0.5, 0, 0.5, 0, 0};
    HighestLevel level = level(program, x, of(0, 3.5), 1, pools(TOO_MUCH, TOO_MUCH, TOO_MUCH));
    columns.close(program, level, BOTH);
    assertOpen(7);
    assertArrayEquals(of(0, 7), columns.fastest());
  }

  /** Who can rise makes elsewhere what it made there; what has come to rest stays as it is. */
  @Test
  void settle_closedColumns_areEmptiedForJobsThatCanRise() {
    double[] x = {0.375, 0.25, 0, 0.5, 0, 0};
    close(x, BOTH, 1, pools(0, TOO_MUCH, 0));
    boolean[] live = {false, true};
    columns.settle(BOTH, live);
    assertArrayEquals(new boolean[2], live);
    assertPoint(x);
    assertOpen();
    ListedColumnsTest rising = new ListedColumnsTest();
    rising.close(x, BOTH, 1, pools(0, TOO_MUCH, 0));
    rising.columns.settle(FIRST, live);
    assertArrayEquals(BOTH, live, "they share x");
    rising.assertPoint(0.375, 0, 0, 0.5, 0, 0);
    rising.assertOpen(8, 2, 7, 3);
    rising.assertWorkers(4, 4, 4);
  }

  @Test
  void settle_nobodyBeforeAnyLevel_keepsAllColumns() {
    boolean[] live = new boolean[2];
    columns.settle(FIRST, live);
    assertArrayEquals(BOTH, live);
    assertOpen(8, 4, 2, 7, 5, 3);
    assertWorkers(4, 4, 4);
  }

  /** A job that divides all of its time leaves if its time has a price beyond what it may waste. */
  @Test
  void settle_busyJob_leavesWithItsWorkers() {
    double[] all = {0.5, 0.5, 0, 0.5, 0, 0};
    assertSettled(all, below(CLEAR / 2), false);
    assertSettled(all, CLEAR / 2, true);
    double[] three = {0.5, 0.25, 0, 0.5, 0, 0};
    assertSettled(three, below(125_000), false);
    assertSettled(three, 125_000, true);
    double[] closed = {0.5, 0.25, 0.25, 0.5, 0, 0}; // time on z may be wasted
    assertSettled(closed, below(125_000), false);
    assertSettled(closed, 125_000, true);
  }

  private static void assertSettled(double[] x, double time, boolean leaves) {
    ListedColumnsTest test = new ListedColumnsTest();
    test.close(x, BOTH, 1, Prices.of(of(0, 0, TOO_MUCH), of(time, 0), NONE));
    boolean[] live = new boolean[2];
    test.columns.settle(FIRST, live);
    if (leaves) {
      test.assertOpen(7, 5);
      test.assertWorkers(4 - x[0], 4 - x[1], 4 - x[2]);
      assertArrayEquals(new boolean[] {false, true}, live);
    } else {
      test.assertOpen(8, 4, 7, 5);
      test.assertWorkers(4, 4, 4);
      assertArrayEquals(BOTH, live);
    }
  }

  /** Without prices of one magnitude nobody leaves. */
  @Test
  void settle_inExtendedPrecision_keepsBusyJobs() {
    ListedColumns cold = columns(program, false);
    double[] x = {0.5, 0.5, 0, 0.5, 0, 0};
    Prices prices = Prices.of(of(0, 0, TOO_MUCH), of(CLEAR, 0), NONE);
    cold.close(program, level(program, x, program.throughput(x), 1, prices), BOTH);
    cold.settle(FIRST, new boolean[2]);
    assertEquals(4, cold.open(program).columnCount());
  }

  private static AllocationProblem pairs() {
    return AllocationProblem.builder(Cluster.of(new WorkerType("x", 1), new WorkerType("y", 1)))
        .job(Job.of("a"), 8, 0)
        .job(Job.of("b"), 0, 0)
        .job(Job.of("c"), 0, 1)
        .pair("a", "b", new double[] {1, 0}, new double[] {4, 0})
        .build();
  }

  /** A pair is used if either has more than dust of it. */
  @Test
  void close_pairs_countForBoth() {
    AllocationProgram listed = program(pairs());
    Prices prices = Prices.of(of(TOO_MUCH, 0), new double[3], new double[3]);
    boolean[] all = {true, true, true};
    double[] x = {0.5, 0.5, 0.5}; // a alone, c, both
    ListedColumns second = columns(listed, true);
    second.close(listed, level(listed, x, of(4.5, 2, 0.5), 1, prices), all);
    assertEquals(3, second.open(listed).columnCount());
    assertArrayEquals(of(8, 4, 1), second.fastest());
    ListedColumns first = columns(listed, true);
    double[] rare = {0, 0.5, 0.5};
    first.close(listed, level(listed, rare, of(0.5, 0, 0.5), 1, prices), all);
    assertArrayEquals(of(1, 4, 1), first.fastest());
    ListedColumns neither = columns(listed, true);
    neither.close(listed, level(listed, x, of(4.5, 0, 0.5), 1, prices), all);
    assertArrayEquals(of(8, 0, 1), neither.fastest());
  }

  /** The other one of a pair, which runs nowhere alone, connects as well. */
  @Test
  void settle_pairs_connectBoth() {
    for (int rising = 0; rising < 3; rising++) {
      ListedColumns listed = columns(program(pairs()), true);
      boolean[] saturated = {true, true, true};
      saturated[rising] = false;
      boolean[] live = new boolean[3];
      listed.settle(saturated, live);
      boolean ofPair = rising < 2;
      assertArrayEquals(new boolean[] {ofPair, ofPair, !ofPair}, live);
      assertArrayEquals(ofPair ? of(8, 4, 0) : of(0, 0, 1), listed.fastest());
    }
  }

  /** A constraint may connect jobs that share nothing. */
  @Test
  void settle_underConstraints_keepsAllColumns() {
    AllocationProblem bounded =
        problem.constraining(Constraint.named("cap").that(LinearForm.time()).atMost(1));
    ListedColumns listed = columns(program(bounded), true);
    boolean[] live = new boolean[2];
    listed.settle(BOTH, live);
    assertArrayEquals(BOTH, live);
    assertArrayEquals(of(8, 7), listed.fastest());
  }

  /** A constraint that asks for something is met by a point that nobody demanded. */
  @Test
  void allocation_underConstraints_meetsThemAndKeepsAPoint() {
    AllocationProblem asking =
        problem.constraining(
            Constraint.named("some").that(LinearForm.time().ofJobs("a")).atLeast(0.5));
    AllocationProgram nobody = program(asking);
    DualBound bound = DualBound.of(nobody, Prices.zero(asking));
    ListedColumns listed = columns(nobody, true);
    Allocation some = listed.allocation(asking, nobody, bound, CertifiedSolver.standard());
    double time = some.fraction(0, 0) + some.fraction(0, 1) + some.fraction(0, 2);
    assertEquals(true, time >= 0.5 - 1e-9, "time " + time);
    double[] x = {0, 0, 0.75, 0, 0.25, 0};
    listed.take(CertifiedSolution.of(nobody, x, Prices.zero(asking)));
    Allocation taken = listed.allocation(asking, nobody, bound, null);
    for (int c = 0; c < x.length; c++) {
      assertEquals(x[c], taken.fraction(c / 3, c % 3));
    }
  }

  /** Jobs that are held back have prices of their own, and those that are full need one each. */
  @Test
  void rounds_ofHeldBackAndFullJobs_arePriced() {
    double[] x = {0, 0.5, 0, 0.5, 0, 0};
    Prices prices = Prices.of(of(TOO_MUCH, 0, 0), NONE, of(0, 0.25));
    close(x, BOTH, 1, prices);
    RoundPrices rounds = new RoundPrices(program, new boolean[2]);
    columns.heldBack(rounds, DualBound.proved(1, prices), new boolean[] {false, true});
    assertEquals(1, rounds.rounds(of(1, 1), of(2, 3.5)).size());
    assertEquals(0.25, rounds.rounds(of(1, 1), of(2, 3.5)).get(0).ofThroughput(0));
    columns.full(rounds, new int[] {0}, of(4, 0));
    assertEquals(2, rounds.rounds(of(1, 1), of(4, 3.5)).size());
  }

  /** Twelve workers at a price of 1, and the time of a, which makes 7 of 8 steps beyond that. */
  @Test
  void bound_ofPrices_isWhatTheyProve() {
    AllocationProgram lowest = program.withRequirement(of(1, 1));
    DualBound proof = DualBound.proved(1, Prices.of(of(1, 1, 1), NONE, of(0.875, 0.125)));
    assertEquals(18, columns.bound(lowest, proof).value(), 1e-12);
  }
}
