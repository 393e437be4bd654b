package io.gavel.policies.lp.internal.level;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
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
        HighestLevel.DOUBLE_PRECISION,
        new ArrayList<>());
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
  void search_demandsWithAKnee_jumpsToTheLevel() {
    HighestLevel highest = search(level -> new double[] {level, Math.max(0, level - 0.2)}, 1);
    assertEquals(0.6, highest.level(), 1e-10);
    assertTrue(programs <= 2, () -> programs + " programs");
  }

  /** Neither of the demands is linear; the price of the worker proves the level at once. */
  @Test
  void search_demandsOfAnyShape_jumpsToTheLevel() {
    HighestLevel highest =
        search(level -> new double[] {Math.sqrt(level) / 2, Math.pow(level, 8)}, 1);
    double level = highest.level();
    assertEquals(1, Math.sqrt(level) / 2 + Math.pow(level, 8), 1e-9);
    assertTrue(programs <= 2, () -> programs + " programs");
  }

  @Test
  void search_allDemandsFit_isTheMostWithoutACut() {
    HighestLevel highest = search(level -> new double[] {level, level / 2}, 0.5);
    assertEquals(0.5, highest.level());
    assertEquals(1, programs);
    assertTrue(highest.cut().isEmpty());
  }

  /** The prices of the first search say where the second ends, and hold the jobs back there. */
  @Test
  void search_afterAnotherOne_beginsAtTheLevelThatItsPricesAllow() {
    List<DualBound> known = new ArrayList<>();
    AllocationProgram program = AllocationProgram.maximizeMinimum(two, new double[] {1, 1});
    HighestLevel.Solver solver = this::solved;
    HighestLevel.search(solver, program, t -> new double[] {t, 3 * t}, 0, 0, 1, 1e-11, known);
    assertEquals(1, known.size());
    programs = 0;
    HighestLevel highest =
        HighestLevel.search(solver, program, t -> new double[] {t, t}, 0, 0, 1, 1e-11, known);
    assertEquals(0.5, highest.level(), 1e-10);
    assertEquals(1, programs);
    Prices prices = highest.cut().orElseThrow().point().bound().prices();
    assertEquals(1, prices.ofThroughput(0), 1e-9);
    assertEquals(1, prices.ofThroughput(1), 1e-9);
  }

  /** Prices of jobs that are held back already say nothing of the jobs that still rise. */
  @Test
  void search_afterItsPricesAreSpent_forgetsThem() {
    List<DualBound> known = new ArrayList<>();
    AllocationProgram program = AllocationProgram.maximizeMinimum(two, new double[] {1, 1});
    HighestLevel.Solver solver = this::solved;
    HighestLevel.search(solver, program, t -> new double[] {t, t}, 0, 0, 1, 1e-11, known);
    HighestLevel.search(solver, program, t -> new double[] {0.5, t}, 0.5, 1e-9, 0.5, 1e-11, known);
    assertEquals(List.of(), known);
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

  /**
   * Six jobs on three types, whose demands are powers of the level, so that many sets of jobs hold
   * each other back on the way down. Plain halving finds the same levels with 40 programs each.
   */
  @Test
  void search_powersOfTheLevel_isThatOfHalving() {
    int most = 0;
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      double[][] rates = new double[6][];
      Arrays.setAll(rates, m -> random.doubles(3, 0.2, 2).toArray());
      int[] power = random.ints(6, 1, 7).toArray();
      double[] scale = random.doubles(6, 0.2, 2).toArray();
      DoubleFunction<double[]> demands =
          level -> {
            double[] demanded = new double[6];
            Arrays.setAll(demanded, m -> scale[m] * Math.pow(level, power[m]));
            return demanded;
          };
      AllocationProblem six = problem(workers(1, 1, 2), rates);
      DoublePredicate fits =
          level ->
              CertifiedSolver.standard()
                      .solve(AllocationProgram.maximizeMinimum(six, demands.apply(level)))
                      .objective()
                  >= 1 - 1e-9;
      double low = 0;
      double high = 2;
      while (high - low > 1e-8) {
        double middle = (low + high) / 2;
        low = fits.test(middle) ? middle : low;
        high = low == middle ? high : middle;
      }
      programs = 0;
      HighestLevel highest =
          HighestLevel.search(
              this::solved,
              AllocationProgram.maximizeMinimum(six, demands.apply(1)),
              demands,
              0,
              0,
              2,
              HighestLevel.DOUBLE_PRECISION,
              new ArrayList<>());
      assertEquals(low, highest.level(), 1e-7, "seed " + seed);
      most = Math.max(most, programs);
    }
    assertTrue(most <= 4, most + " programs");
  }
}
