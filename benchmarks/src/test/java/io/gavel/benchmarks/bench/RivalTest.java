package io.gavel.benchmarks.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.EqualShare;
import io.gavel.policies.lp.MaxMinFairness;
import io.gavel.policies.lp.solver.AllocationProgram;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rivals get the program that ours solves, and say what they claim. */
final class RivalTest {

  private static AllocationProgram program(AllocationProblem problem) {
    double[] requirement = new double[problem.jobCount()];
    Arrays.setAll(
        requirement, m -> EqualShare.throughput(problem, m) / problem.job(m).scaleFactor());
    return AllocationProgram.maximizeMinimum(problem, requirement);
  }

  @ParameterizedTest
  @EnumSource(Rival.class)
  void solve_gangsOnThreeTypes_reachesTheCertifiedLevel(Rival rival) {
    AllocationProblem problem = Instances.of(24, 3, 1).gangs().distinct().build();
    assertReachesLevel(rival, problem);
  }

  @ParameterizedTest
  @EnumSource(Rival.class)
  void solve_pairs_reachesTheCertifiedLevel(Rival rival) {
    assertReachesLevel(rival, Instances.of(8, 2, 1).distinct().buildWithPairs());
  }

  private static void assertReachesLevel(Rival rival, AllocationProblem problem) {
    double level = MaxMinFairness.create().allocate(problem).certificate().objective();
    Rival.Attempt attempt = load(rival, Rows.of(program(problem)));
    assertEquals(level, attempt.solve(), (rival == Rival.PDLP ? 1e-4 : 1e-6) * level);
  }

  private static Rival.Attempt load(Rival rival, Rows rows) {
    try {
      return rival.load(rows);
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
    Rows rows = Rows.of(program(problem).withFloor(floor));
    Rival.Attempt attempt = Rival.OJALGO.load(rows);
    assertThrows(IllegalStateException.class, attempt::solve);
  }
}
