package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.internal.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PreciseSimplexTest {

  private final AllocationSolver simplex = new SimplexSolver().precise();

  private SolverOutcome outcome(AllocationProgram program) {
    return simplex.solve(program, SolveLimits.none());
  }

  private CertifiedSolution solution(AllocationProgram program) {
    return CertifiedSolution.of(
        program, assertInstanceOf(SolverOutcome.Solved.class, outcome(program)));
  }

  /** Jobs of rate 1 on one type. */
  private static AllocationProblem jobs(int count, int workers) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)));
    for (int m = 0; m < count; m++) {
      problem.job(Job.of("job" + m), 1);
    }
    return problem.build();
  }

  @Example
  void solve_levelOfLightJobBesideHeavyOne_isRightToTheLastDigits() {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(jobs(2, 1), new double[] {1000, 1e-3});
    CertifiedSolution level = solution(program);
    assertEquals(1 / 1000.001, level.objective(), 1e-18);
    assertEquals(1e-3 / 1000.001, level.throughput()[1], 1e-21);
    assertEquals(level.objective(), level.bound().value(), 1e-18);
  }

  @Example
  void solve_sumAboveFloors_meetsThem() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(jobs(3, 2), new double[] {3, 2, 1})
            .withFloor(new double[] {0, 0, 0.25});
    assertEquals(3 + 2 * 0.75 + 0.25, solution(program).objective(), 1e-15);
  }

  @Example
  void solve_floorsThatCannotBeMet_declines() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(jobs(2, 1), new double[2]).withFloor(new double[] {1, 0.1});
    assertInstanceOf(SolverOutcome.Declined.class, outcome(program));
  }

  @Example
  void isSmall_smallLinearPrograms() {
    AllocationProgram small = AllocationProgram.maximizeSum(jobs(2, 1), new double[2]);
    assertTrue(SimplexSolver.isSmall(small));
    AllocationProgram utility =
        AllocationProgram.maximizeUtility(jobs(2, 1), new double[] {1, 1}, 0);
    assertFalse(SimplexSolver.isSmall(utility));
    assertInstanceOf(SolverOutcome.Declined.class, outcome(utility));
    assertFalse(
        SimplexSolver.isSmall(AllocationProgram.maximizeSum(jobs(200, 1), new double[200])));
  }

  /** After presolve, which scales the numbers near 1. */
  @Property
  void solve_anyLevel_leavesNoGap(@ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    if (Arrays.stream(requirement).anyMatch(r -> r > 0)) {
      CertifiedSolution level =
          CertifiedSolver.of(List.of(simplex), Tolerance.CERTIFIED)
              .solve(AllocationProgram.maximizeMinimum(problem, requirement));
      assertTrue(level.relativeGap() <= 1e-13, level::toString);
    }
  }
}
