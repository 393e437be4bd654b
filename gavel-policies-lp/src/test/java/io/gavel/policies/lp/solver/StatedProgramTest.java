package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exact optima of statements by hand, of two jobs on a worker of each of two types. */
class StatedProgramTest {

  private static final ExactSolver EXACT = CertifiedSolver.standard().exact();
  private static final AllocationProblem TWO =
      Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(3, 1));
  private static final Goal STEPS = Goal.total(Cases.row(4, 1, 3, 1), false);

  private static Allocation nothingRuns(AllocationProblem problem, Statement statement) {
    return Certifier.certify(problem, new double[4], statement, Prices.zero(problem), 1e9);
  }

  private static ExactOptimum optimum(AllocationProblem problem, Statement statement) {
    return EXACT.solve(nothingRuns(problem, statement));
  }

  private static void assertRefused(String reason, Allocation allocation) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EXACT.solve(allocation));
    assertEquals(
        reason + "; exact optima are for levels, sums, ratios and finish times without a past",
        refused.getMessage());
  }

  /** A step costs 3/4 on the first type and 1 on the other. */
  @Test
  void solve_minimizedTotal_isTheLeastCost() {
    Statement cost = Statement.of(Goal.total(Cases.row(3, 1, 3, 1), true));
    Allocation stated =
        Certifier.certify(
            TWO, Cases.row(0.5, 0, 0, 0), cost.withFloors(Cases.row(2, 0)), Prices.zero(TWO), 0);
    assertEquals(Rational.of(3, 2), EXACT.solve(stated).value());
  }

  /**
   * Up to 1/2 of the time is for the first job on the first type and the second on the other; at a
   * cap of b, half of it each: 4 + b/2.
   */
  @Test
  void solve_row_isPartOfTheProgram() {
    LinearRow cap = LinearRow.of("cap", Relation.AT_MOST, 0.5, new int[] {0, 3}, Cases.row(1, 1));
    ExactOptimum optimum = optimum(TWO, Statement.of(STEPS).withRows(List.of(cap)));
    assertEquals(Rational.of(17, 4), optimum.value());
    assertEquals(Rational.of(1, 2), optimum.rowPrice(0));
  }

  /** Where a job cannot run, its coefficients do not matter. */
  @Test
  void solve_rowOfEntriesThatCannotRun_isThatOfTheOthers() {
    AllocationProblem one = Cases.problem(Cases.workers(1, 1), Cases.row(4, 0), Cases.row(3, 0));
    LinearRow cap =
        LinearRow.of("cap", Relation.AT_MOST, 0.5, new int[] {0, 1, 3}, Cases.row(1, 5, 5));
    ExactOptimum optimum = optimum(one, Statement.of(STEPS).withRows(List.of(cap)));
    assertEquals(Rational.of(7, 2), optimum.value());
    assertEquals(Rational.of(1, 2), optimum.fraction(0));
  }

  /** A quarter of a worker is bought: 4 + 3/4 + 3/4. The quantity beside it adds 3/2. */
  @Test
  void solve_freeColumns_areBoundByTheirRow() {
    List<FreeColumn> free =
        List.of(
            new FreeColumn("workers", 0, 1, 0, 0),
            new FreeColumn("quantity", FreeColumn.NO_POOL, 3, 0.5, 0));
    LinearRow budget =
        LinearRow.of("budget", Relation.AT_MOST, 0.5, new int[0], new double[0], 2, 0);
    Statement statement =
        Statement.of(STEPS).withFree(free, Cases.row(1, 1)).withRows(List.of(budget));
    ExactOptimum optimum = optimum(TWO, statement);
    assertEquals(Rational.of(7, 1), optimum.value());
    assertEquals(Rational.of(1, 4), optimum.free(0));
    assertEquals(Rational.of(3, 1), optimum.free(1));
  }

  /** A quantity that is to be small costs its gain. */
  @Test
  void solve_minimizedTotalWithFreeColumns_paysForThem() {
    Statement cost =
        Statement.of(Goal.total(new double[4], true))
            .withFloors(Cases.row(4, 0))
            .withFree(List.of(new FreeColumn("workers", 0, 1, 4, 1)), Cases.row(0, 1));
    Allocation stated = Certifier.certify(TWO, Cases.row(1, 0, 0, 0), cost, Prices.zero(TWO), 0);
    assertEquals(Rational.of(4, 1), EXACT.solve(stated).value());
  }

  /** A job that the level does not count may have a floor; the other has all of the first type. */
  @Test
  void solve_levelBesideAFloor_isExact() {
    Statement level = Statement.of(Goal.level(Cases.row(1, 0))).withFloors(Cases.row(0, 1));
    double[] x = {1, 0, 0, 1};
    Prices prices = Prices.zero(TWO);
    assertEquals(
        Rational.of(4, 1), EXACT.solve(Certifier.certify(TWO, x, level, prices, 9)).value());
    Statement both = Statement.of(Goal.level(Cases.row(1, 1))).withFloors(Cases.row(0, 1));
    assertRefused(
        "the statement has a level above floors", Certifier.certify(TWO, x, both, prices, 9));
  }

  /** A finish time of a job that is done does not count. */
  @Test
  void solve_finishTimeOfAJobThatIsDone_isThatOfTheOther() {
    Goal times = Goal.finishTimes(Cases.row(8, 0), Cases.row(0, 5), Cases.row(1, 0));
    Allocation stated =
        Certifier.certify(TWO, Cases.row(1, 0, 0, 0), Statement.of(times), Prices.zero(TWO), 0);
    assertEquals(Rational.of(2, 1), EXACT.solve(stated).value());
  }

  @Test
  void solve_otherGoals_areRefused() {
    assertRefused("the certificate states nothing", new EqualShare().allocate(TWO));
    assertRefused(
        "the certificate states a welfare",
        nothingRuns(TWO, Statement.of(Goal.welfare(Cases.row(1, 1), 0.5))));
  }

  private static AllocationProblem sharing() {
    double[] beside = {0.75};
    return AllocationProblem.builder(Cases.workers(1))
        .job(Job.builder("a").type("t").build(), 1)
        .job(Job.builder("b").type("t").build(), 1)
        .build()
        .sharingByType(PairThroughputs.builder(1).pair("t", "t", 1, beside, beside).build());
  }

  @Test
  void solve_programsThatAreNotLinear_areRefusedByWhatTheyHave() {
    for (AllocationProgram program :
        List.of(
            AllocationProgram.maximizeUtility(TWO, Cases.row(1, 1), 0),
            AllocationProgram.maximizeSum(sharing(), Cases.row(1, 1)))) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> EXACT.solve(program));
      assertEquals(
          "the program has %s; exact optima are for levels and linear sums"
              .formatted(program.hasUtility() ? "utilities" : "pairs by job type"),
          refused.getMessage());
    }
  }

  /** Above a third, which is no double, two thirds are left. */
  @Test
  void solveAbove_floorThatIsNoDouble_isExact() {
    AllocationProblem one = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram program =
        AllocationProgram.maximizeSum(one, Cases.row(0, 1)).withFloor(Cases.row(1 / 3.0, 0));
    Rational[] floor = {Rational.of(1, 3), Rational.ZERO};
    ExactOptimum optimum = EXACT.solveAbove(program, floor);
    assertEquals(Rational.of(2, 3), optimum.value());
    assertEquals(Rational.of(1, 3), optimum.fraction(0));
    assertEquals(Rational.ONE, optimum.poolPrice(0));
    assertEquals(Rational.ONE, optimum.throughputPrice(0));
  }
}
