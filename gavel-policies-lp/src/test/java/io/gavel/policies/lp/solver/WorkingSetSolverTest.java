package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.sampling.SmallSolver;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small programs whose optimum is told by hand, by each variant. */
class WorkingSetSolverTest {

  /** Two jobs on a worker each of two types: 4x + (1 − x) = 3(1 − x) + x, so 11/5. */
  private static final AllocationProgram LEVEL =
      AllocationProgram.maximizeMinimum(
          Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(3, 1)), Cases.row(1, 1));

  @Test
  void solve_variants_keepTheTolerance() {
    SmallSolver wide = WorkingSetSolver.WIDE;
    Tolerance precise = new Tolerance(0, 1e-13);
    for (SmallSolver solver : List.of(wide, wide.within(0.1), wide.centred())) {
      CertifiedSolution good = solver.solve(LEVEL, CertifiedSolution.GOOD, SolveLimits.none());
      assertEquals(2.2, good.objective(), 1e-6);
      CertifiedSolution close = solver.solve(LEVEL, precise, SolveLimits.none());
      assertEquals(2.2, close.objective(), 1e-12);
      assertTrue(close.relativeGap() <= 1e-12, close::toString);
    }
  }

  @Test
  void solve_limitOfSteps_endsIt() {
    SolveLimits one = new SolveLimits(1);
    for (SmallSolver solver : List.of(WorkingSetSolver.WIDE, WorkingSetSolver.WIDE.centred())) {
      assertThrows(
          SolveStoppedException.class, () -> solver.solve(LEVEL, CertifiedSolution.GOOD, one));
    }
  }
}
