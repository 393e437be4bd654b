package io.gavel.policies.lp.level;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** Two jobs of a step a second on one worker, so that the sum of the demands is at most 1. */
final class HighestLevelTest {

  private final AllocationProblem two = problem(workers(1), row(1), row(1));

  private int programs;

  private HighestLevel search(DoubleFunction<double[]> demands, double most) {
    return search(this::solved, demands, most);
  }

  private HighestLevel search(
      HighestLevel.Solver solver, DoubleFunction<double[]> demands, double most) {
    return HighestLevel.search(
        solver,
        AllocationProgram.maximizeMinimum(two, new double[] {1, 1}),
        demands,
        0,
        0,
        most,
        HighestLevel.DOUBLE_PRECISION);
  }

  private CertifiedSolution solved(AllocationProgram program) {
    programs++;
    return CertifiedSolver.standard().solve(program);
  }

  @Test
  void search_demandsInProportion_jumpsToTheLevel() {
    HighestLevel highest = search(level -> new double[] {level, 3 * level}, 1);
    assertEquals(0.25, highest.level(), 1e-10);
    assertArrayEquals(new double[] {0.25, 0.75}, highest.demands(), 1e-10);
    assertArrayEquals(new double[] {0.25, 0.75}, highest.point().throughput(), 1e-7);
    assertEquals(1, highest.part(), 1e-7);
    assertTrue(highest.cut().isPresent());
    assertFalse(highest.isStopped());
    assertTrue(programs <= 2, () -> programs + " programs");
  }

  /** The second job is owed something from level 0.2 on: 2 level - 0.2 is 1. */
  @Test
  void search_demandsWithAKnee_takesAFewPrograms() {
    HighestLevel highest = search(level -> new double[] {level, Math.max(0, level - 0.2)}, 1);
    assertEquals(0.6, highest.level(), 1e-10);
    assertTrue(programs <= 3, () -> programs + " programs");
  }

  /** The price of one job proves little: the level falls slowly, and halving takes over. */
  @Test
  void search_demandsThatGrowSlowly_isStillShort() {
    HighestLevel highest =
        search(level -> new double[] {Math.sqrt(level) / 2, Math.pow(level, 8)}, 1);
    double level = highest.level();
    assertEquals(1, Math.sqrt(level) / 2 + Math.pow(level, 8), 1e-9);
    assertTrue(programs <= 6, () -> programs + " programs");
  }

  @Test
  void search_allDemandsFit_isTheMostWithoutACut() {
    HighestLevel highest = search(level -> new double[] {level, level / 2}, 0.5);
    assertEquals(0.5, highest.level());
    assertEquals(1, programs);
    assertTrue(highest.cut().isEmpty());
  }

  @Test
  void search_stoppedByLimits_saysSo() {
    HighestLevel highest =
        search(program -> solved(program).asStopped(), level -> new double[] {level, level}, 1);
    assertTrue(highest.isStopped());
    assertEquals(1, highest.level());
    assertEquals(0.5, highest.part(), 1e-7, "half of the demands");
    assertTrue(highest.cut().isPresent());
  }
}
