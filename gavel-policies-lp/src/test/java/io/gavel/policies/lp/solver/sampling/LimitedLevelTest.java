package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import org.junit.jupiter.api.Test;

/** A slow job reaches a level of 1/4 full time; two others need 2 steps per second and 1 for it. */
class LimitedLevelTest {

  private static AllocationProgram program(int workers) {
    AllocationProblem problem =
        Cases.gangs(
            Cases.problem(
                Cases.workers(workers, 1), Cases.row(1, 1), Cases.row(1, 4), Cases.row(2, 1)),
            1,
            1,
            2);
    return AllocationProgram.maximizeMinimum(problem, Cases.row(4, 8, 4));
  }

  private static LevelWorkingSet set(AllocationProgram program) {
    double[] price = new double[program.poolCount() + program.rows().count()];
    price[0] = 1;
    return set(program, price);
  }

  private static LevelWorkingSet set(AllocationProgram program, double[] price) {
    return new LevelWorkingSet(
        program,
        Samples.uses(program),
        0,
        price,
        Samples::solveSmall,
        CertifiedSolution.GOOD,
        SolveLimits.none());
  }

  /** On the first type, which is cheap: the slow job, 2/3 of the second and half of the third. */
  @Test
  void limited_enoughWorkers_isTheCheapestMixOfEachJob() {
    AllocationProgram program = program(3);
    double[] prices = {0.1, 1};
    CertifiedSolution found = set(program).limited(prices).orElseThrow();
    double[] expected = {1, 0, 2 / 3.0, 1 / 3.0, 0.5}; // two workers are on the first type only
    assertArrayEquals(expected, found.fractions(), 1e-12);
    assertEquals(0.25, found.objective(), 1e-12);
    assertEquals(0.25, found.bound().value(), 1e-12);
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
  }

  /** They need 2 2/3 workers of the first type. */
  @Test
  void limited_tooFewWorkers_isEmpty() {
    assertTrue(set(program(2)).limited(Cases.row(0.1, 1)).isEmpty());
  }

  /**
   * The first job is full at a level of 5/16, where it costs 1. At a level l the second one costs
   * 1/10 and 3/10 for each step beyond the first, of 8 l, and the third 4 l / 10. All workers are
   * worth 2.
   */
  @Test
  void levelWithoutSlowest_twoTypes_isWhereTheOthersCostTheRest() {
    AllocationProblem problem =
        Cases.gangs(
            Cases.problem(
                Cases.workers(10, 1), Cases.row(1, 1.25), Cases.row(1, 4), Cases.row(2, 1)),
            1,
            1,
            2);
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, Cases.row(4, 8, 4));
    assertEquals(1.2 / 2.8, set(program, Cases.row(0.1, 1)).levelWithoutSlowest(), 1e-12);
  }

  /** At a level l three jobs cost l each, and two of them more for rows: 3.75 l of 2.475. */
  @Test
  void bound_pricesOfRows_isWhereAllCostsAsMuchAsTheirBounds() {
    double[] one = {1};
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(
                Cases.problem(Cases.workers(2), one, one, one), Cases.row(1, 1, 1))
            .withRows(
                CouplingRows.builder()
                    .add("first", Relation.AT_MOST, 0.5, new int[] {0}, one)
                    .add("second", Relation.AT_MOST, 0.9, new int[] {1}, one)
                    .build());
    assertEquals(2.475 / 3.75, set(program, Cases.row(1, 0.5, 0.25)).bound(), 1e-9);
    assertEquals(0.9, set(program, Cases.row(0, 0, 0.25)).bound(), 1e-9);
  }

  @Test
  void isLimitedBelow_otherLevels_isItFromItsOwnOn() {
    AllocationProgram program = program(3);
    LevelWorkingSet set = set(program);
    assertTrue(set.isLimitedBelow(0.25));
    assertTrue(set.isLimitedBelow(0.3));
    assertFalse(set.isLimitedBelow(0.2499));
    CouplingRows row =
        CouplingRows.builder()
            .add("row", Relation.AT_MOST, 1, new int[] {0}, new double[] {1})
            .build();
    assertFalse(set(program.withRows(row)).isLimitedBelow(0.3));
  }
}
