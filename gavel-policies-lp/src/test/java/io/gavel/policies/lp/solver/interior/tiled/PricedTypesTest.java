package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The steps that few columns of many types take, first and last. */
class PricedTypesTest {

  private static final PricedTypes FEW = new PricedTypes(new StructuredSolver(), 0);

  private static AllocationProgram program(Aim aim) {
    Random random = new Random(19);
    return TiledCases.program(TiledCases.problem(60, 40, 60, random), aim, random);
  }

  private static Optional<SolverOutcome> onFew(Aim aim, int steps) {
    return FEW.onFew(program(aim), SolveLimits.none().withMaxSteps(steps));
  }

  /** The last job's last column, which was left out at first, joins after all others. */
  @Test
  void onFew_lastColumnOfAllJoins_isCertified() {
    Random random = new Random(63);
    int[] workers = new int[30];
    Arrays.fill(workers, 1);
    double[][] rates = new double[24][];
    Arrays.setAll(rates, m -> random.doubles(workers.length, 0.5, 1).toArray());
    AllocationProgram program =
        TiledCases.program(Cases.problem(Cases.workers(workers), rates), Aim.LEVEL, random);
    SolverOutcome.Solved solved =
        assertInstanceOf(
            SolverOutcome.Solved.class, FEW.onFew(program, SolveLimits.none()).orElseThrow());
    CertifiedSolution point = CertifiedSolution.of(program, solved);
    assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
  }

  @Test
  void onFew_cancelledBeforeTheStart_hasNoPoint() {
    SolverOutcome outcome =
        FEW.onFew(program(Aim.SUM), SolveLimits.none().withCancellation(() -> true)).orElseThrow();
    assertEquals(
        Optional.empty(), assertInstanceOf(SolverOutcome.Interrupted.class, outcome).best());
  }

  @Test
  void toString_isThatOfTheStructuredSolver() {
    assertEquals(
        new StructuredSolver().toString(), new PricedTypes(new StructuredSolver()).toString());
  }
}
