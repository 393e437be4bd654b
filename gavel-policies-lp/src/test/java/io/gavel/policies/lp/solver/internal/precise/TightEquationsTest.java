package io.gavel.policies.lp.solver.internal.precise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome.Solved;
import org.junit.jupiter.api.Test;

/**
 * Two jobs on one type, of which the first gains 4: what counts as used and as tight, and how that
 * is revised. The first has 15/16 of its time, the second 1/2, and a worker's price is 3/4; so the
 * price of the first's time is 13/4.
 */
class TightEquationsTest {

  private static AllocationProgram program(int workers, double gain) {
    AllocationProblem problem = Cases.problem(Cases.workers(workers), Cases.row(4), Cases.row(1));
    return AllocationProgram.maximizeGain(problem, Cases.row(4, gain));
  }

  private static TightEquations equations(int workers, double gain, double ratio) {
    AllocationProgram program = program(workers, gain);
    Prices prices = Prices.of(Cases.row(0.75), new double[2], new double[2]);
    CertifiedSolution found = CertifiedSolution.of(program, Cases.row(0.9375, 0.5), prices);
    return new TightEquations(program, found, ratio);
  }

  private static void assertSolved(
      TightEquations equations, double x0, double x1, double pool, double time0) {
    assertTrue(equations.solve());
    Solved claim = equations.claim();
    assertArrayEquals(Cases.row(x0, x1), claim.fractions(), 1e-14);
    assertEquals(pool, claim.prices().pools()[0], 1e-14);
    assertEquals(time0, claim.prices().ofTime(0), 1e-14);
  }

  /**
   * With a gain of 1/2 the second pays 1/4 more than it earns, and the objective is 4. It is used
   * if 2 is more than the ratio times 1/4. The workers are tight if 3/2 is more than the ratio
   * times 4 · 9/32, the part of them that is left; the time of the first, if 13/4 is more than the
   * ratio times 4/16.
   */
  @Test
  void solve_differentRatios_takesFewerForEquations() {
    assertSolved(equations(2, 0.5, 1), 1, 1, 0.5, 3.5); // x0 = 1, x0 + x1 = 2
    assertSolved(equations(2, 0.5, 1.25), 1, 1, 0.5, 3.5);
    assertSolved(equations(2, 0.5, 1.5), 1, 0.5, 0, 4);
    assertSolved(equations(2, 0.5, 7), 1, 0.5, 0, 4);
    assertSolved(equations(2, 0.5, 8), 1, 0, 0, 4);
    assertSolved(equations(2, 0.5, 12), 1, 0, 0, 4);
    assertSolved(equations(2, 0.5, 13), 0.9375, 0, 0, 0);
  }

  @Test
  void revise_optimum_changesNothing() {
    TightEquations optimum = equations(2, 0.5, 1);
    assertSolved(optimum, 1, 1, 0.5, 3.5);
    assertFalse(optimum.revise());
    assertSolved(optimum, 1, 1, 0.5, 3.5);
  }

  /** Left out, the second earns 1/2 and pays nothing; with workers at 1/2 it pays that. */
  @Test
  void revise_columnWorthMoreThanItPays_isUsed() {
    TightEquations equations = equations(2, 0.5, 8);
    assertSolved(equations, 1, 0, 0, 4);
    assertTrue(equations.revise());
    TightEquations paid = equations(2, -0.5, 8);
    assertSolved(paid, 1, 0, 0, 4);
    assertFalse(paid.revise());
  }

  /** The first has the only worker, so the second has 0. */
  @Test
  void revise_columnThatIs0_isNotUsed() {
    TightEquations equations = equations(1, 0.5, 1);
    assertSolved(equations, 1, 0, 0.5, 3.5);
    equations.revise();
    assertSolved(equations, 1, 0, 0.5, 3.5);
  }

  /** A gain of −1/2 that workers at −1/2 would pay for: they cost nothing. */
  @Test
  void revise_priceThatIsNotPositive_isNone() {
    TightEquations equations = equations(2, -0.5, 1);
    assertSolved(equations, 1, 1, 0, 4.5);
    assertTrue(equations.revise());
    assertSolved(equations, 1, 1, 0, 4);
    TightEquations nothing = equations(2, 0, 1);
    assertSolved(nothing, 1, 1, 0, 4);
    nothing.revise();
    assertSolved(nothing, 1, 1, 0, 4);
    assertFalse(nothing.revise());
  }

  /** With three workers, the second would have twice its time. */
  @Test
  void revise_rowThatIsViolated_isTight() {
    TightEquations equations = equations(3, 0.5, 1);
    assertSolved(equations, 1, 2, 0.5, 3.5);
    assertTrue(equations.revise());
    assertTrue(equations.solve());
    assertTrue(equations.claim().fractions()[1] < 1.5); // the workers are in use as well
  }
}
