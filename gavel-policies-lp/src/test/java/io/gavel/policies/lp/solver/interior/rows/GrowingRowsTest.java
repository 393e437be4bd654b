package io.gavel.policies.lp.solver.interior.rows;

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
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** On upper limits of sums of fractions, of which there are more than columns. */
final class GrowingRowsTest {

  private static final int JOBS = 12;
  private static final int TYPES = 2;
  private static final double CLOSE = 1e-9;

  private static AllocationProgram limited(int rows) {
    Random random = new Random(3);
    double[][] rates = new double[JOBS][];
    double[] worth = new double[JOBS];
    for (int m = 0; m < JOBS; m++) {
      rates[m] = Cases.row(1 + random.nextDouble(), 1 + random.nextDouble());
      worth[m] = 1;
    }
    AllocationProblem problem = Cases.problem(Cases.workers(4, 3), rates);
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, worth);
    CouplingRows.Builder all = CouplingRows.builder();
    for (int i = 0; i < rows; i++) {
      int[] columns = {random.nextInt(JOBS) * TYPES, random.nextInt(JOBS) * TYPES + 1};
      double[] coefficients = {1, 0.5 + random.nextDouble()};
      all.add("row" + i, Relation.AT_MOST, 0.2 + random.nextDouble(), columns, coefficients);
    }
    return sum.withRows(all.build());
  }

  private static double optimum(AllocationProgram program, GrowingRows method) {
    assertTrue(method.reach(CLOSE, SolveLimits.none()));
    CertifiedSolution solution = CertifiedSolution.of(program, method.claim());
    assertTrue(solution.isNear(CertifiedSolution.GOOD), solution::toString);
    return solution.bound().value();
  }

  @Test
  void under_moreRows_reachesTheOptimumOfAll() {
    AllocationProgram few = limited(40);
    AllocationProgram all = limited(70);
    GrowingRows first = GrowingRows.of(few).orElseThrow();
    assertTrue(first.reach(1e-2, SolveLimits.none()));
    GrowingRows next = first.under(all).orElseThrow();
    double grown = optimum(all, next);
    GrowingRows anew = GrowingRows.of(all).orElseThrow();
    assertEquals(optimum(all, anew), grown, 1e-8 * grown);
    assertTrue(optimum(few, GrowingRows.of(few).orElseThrow()) > grown * (1 + 1e-6));
  }

  /** The point that was reached needs no step more. */
  @Test
  void under_theSameRows_isWhereItWas() {
    AllocationProgram rows = limited(40);
    GrowingRows first = GrowingRows.of(rows).orElseThrow();
    double before = optimum(rows, first);
    GrowingRows next = first.under(rows).orElseThrow();
    assertEquals(before, optimum(rows, next), 0);
    assertEquals(first.steps(), next.steps());
  }

  @Test
  void under_otherColumns_startsAnew() {
    AllocationProgram first = limited(40);
    AllocationProgram other =
        AllocationProgram.maximizeSum(
                Cases.problem(Cases.workers(1), Cases.row(3), Cases.row(2)), new double[] {1, 1})
            .withRows(
                CouplingRows.builder()
                    .add("a", Relation.AT_MOST, 0.5, new int[] {0}, new double[] {1})
                    .add("b", Relation.AT_MOST, 0.75, new int[] {1}, new double[] {1})
                    .add("c", Relation.AT_MOST, 2, new int[] {0, 1}, new double[] {1, 1})
                    .build());
    GrowingRows method = GrowingRows.of(first).orElseThrow().under(other).orElseThrow();
    assertEquals(1.5 + 1, optimum(other, method), 1e-7);
  }

  @Test
  void of_fewerRowsThanColumns_doesNotSuit() {
    assertEquals(Optional.empty(), GrowingRows.of(limited(10)));
  }

  /** No gap is below 0; each time, a hundred steps are enough to see that. */
  @Test
  void reach_gapThatCannotBe_endsAfterAHundredSteps() {
    GrowingRows method = GrowingRows.of(limited(40)).orElseThrow();
    assertFalse(method.reach(-1, SolveLimits.none()));
    assertEquals(100, method.steps());
    assertFalse(method.reach(-1, SolveLimits.none()));
    assertEquals(200, method.steps());
  }

  @Test
  void reach_limitOfSteps_endsThere() {
    GrowingRows method = GrowingRows.of(limited(40)).orElseThrow();
    assertFalse(method.reach(CLOSE, SolveLimits.none().withMaxSteps(2)));
    assertEquals(2, method.steps());
  }
}
