package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reference solvers solve this library's program and report the claimed optimum. */
final class ReferenceSolverTest {

  private static AllocationProgram program(AllocationProblem problem) {
    double[] requirement = new double[problem.jobCount()];
    Arrays.setAll(
        requirement, m -> EqualShare.throughput(problem, m) / problem.job(m).scaleFactor());
    return AllocationProgram.maximizeMinimum(problem, requirement);
  }

  @ParameterizedTest
  @EnumSource(ReferenceSolver.class)
  void solve_gangsOnThreeTypes_reachesTheCertifiedLevel(ReferenceSolver referenceSolver) {
    AllocationProblem problem = Instances.of(24, 3, 1).gangs().distinct().build();
    assertReachesLevel(referenceSolver, problem);
  }

  @ParameterizedTest
  @EnumSource(ReferenceSolver.class)
  void solve_pairs_reachesTheCertifiedLevel(ReferenceSolver referenceSolver) {
    assertReachesLevel(referenceSolver, Instances.of(8, 2, 1).distinct().buildWithPairs());
  }

  private static void assertReachesLevel(
      ReferenceSolver referenceSolver, AllocationProblem problem) {
    double level = MaxMinFairness.create().allocate(problem).certificate().objective();
    ReferenceSolver.Attempt attempt = load(referenceSolver, ReferenceRows.of(program(problem)));
    assertEquals(
        level, attempt.solve(), (referenceSolver == ReferenceSolver.PDLP ? 1e-4 : 1e-6) * level);
  }

  private static ReferenceSolver.Attempt load(
      ReferenceSolver referenceSolver, ReferenceRows referenceRows) {
    try {
      return referenceSolver.load(referenceRows, 60);
    } catch (UnsatisfiedLinkError missing) {
      Assumptions.abort("no native library of OR-Tools for this platform");
      throw missing;
    }
  }

  @Test
  void solve_floorsThatCannotBeMet_isNoAnswer() {
    AllocationProblem problem = Instances.of(4, 2, 1).build();
    double[] floor = new double[4];
    Arrays.fill(floor, 1e9);
    ReferenceRows referenceRows = ReferenceRows.of(program(problem).withFloor(floor));
    for (ReferenceSolver solver : List.of(ReferenceSolver.OJALGO, ReferenceSolver.COMMONS_MATH)) {
      ReferenceSolver.Attempt attempt = solver.load(referenceRows, 60);
      assertThrows(NotMeasuredException.class, attempt::solve, solver.key());
    }
  }
}
