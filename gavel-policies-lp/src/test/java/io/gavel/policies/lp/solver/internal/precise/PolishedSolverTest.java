package io.gavel.policies.lp.solver.internal.precise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.internal.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PolishedSolverTest {

  private final AllocationSolver plain = new DenseSolver();
  private final AllocationSolver polished = new PolishedSolver(plain);

  private static Optional<CertifiedSolution> solution(
      AllocationSolver solver, AllocationProblem problem) {
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, requirement);
    return Arrays.stream(requirement).anyMatch(r -> r > 0)
            && solver.solve(program, SolveLimits.none()) instanceof SolverOutcome.Solved claim
        ? Optional.of(CertifiedSolution.of(program, claim))
        : Optional.empty();
  }

  @Property
  void solve_anyLevel_leavesNoLargerGap(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem) {
    Optional<CertifiedSolution> before = solution(plain, problem);
    Optional<CertifiedSolution> after = solution(polished, problem);
    assertEquals(before.isPresent(), after.isPresent());
    before.ifPresent(
        found -> assertTrue(after.orElseThrow().open() <= found.open(), found::toString));
  }

  @Example
  void solve_levels_leavesNextToNoGap() {
    int solved = 0;
    int closed = 0;
    for (long seed = 0; seed < 50; seed++) {
      Optional<CertifiedSolution> after = solution(polished, Problems.random(seed, Kind.PLAIN));
      solved += after.isPresent() ? 1 : 0;
      closed += after.filter(found -> found.relativeGap() <= 1e-13).isPresent() ? 1 : 0;
    }
    assertTrue(solved >= 40, "solved " + solved);
    assertTrue(closed >= 0.9 * solved, closed + " of " + solved);
  }

  @Example
  void solve_utility_isThatOfTheSolver() {
    AllocationProblem problem = Problems.random(3, Kind.TIES);
    double[] weight = new double[problem.jobCount()];
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, weight, 0);
    SolverOutcome.Declined declined = new SolverOutcome.Declined("no");
    assertSame(declined, new PolishedSolver((p, l) -> declined).solve(program, SolveLimits.none()));
  }

  @Example
  void precise_isTheSame_andNamedAsTheSolver() {
    assertSame(polished, polished.precise());
    assertEquals(plain.toString(), polished.toString());
  }
}
