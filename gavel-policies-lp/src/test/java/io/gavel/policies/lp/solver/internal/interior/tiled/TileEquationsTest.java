package io.gavel.policies.lp.solver.internal.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.BlockProgram;
import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.Newton;
import io.gavel.policies.lp.solver.internal.interior.PredictorCorrector;
import io.gavel.policies.lp.solver.internal.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starting points and directions on tiles. */
class TileEquationsTest {

  private final Random random = new Random(13);

  private AllocationProgram plain(Aim aim, int jobs, int types, int most) {
    return TiledCases.program(TiledCases.problem(jobs, types, most, random), aim, random);
  }

  private List<AllocationProgram> programs(Aim aim) {
    AllocationProgram plain = plain(aim, 20, 4, 2);
    return List.of(
        plain,
        plain(aim, 150, 3, 1),
        plain(aim, 40, 17, 3), // scattered
        TiledCases.coupled(plain, random),
        TiledCases.coupled(plain(aim, 150, 3, 1), random), // large classes and scattered jobs
        TiledCases.teams(plain(aim, 90, 3, 2), 45),
        TiledCases.teams(plain(aim, 40, 17, 3), 5));
  }

  @ParameterizedTest
  @EnumSource
  void solve_anyProgram_satisfiesNewtonsEquations(Aim aim) {
    for (AllocationProgram program : programs(aim)) {
      TiledProgram tiled = TiledProgram.of(program, SolveLimits.none(), Tuning.STANDARD);
      TileEquations equations = new TileEquations(tiled, 1e-14);
      for (int again = 0; again < 2; again++) {
        Newton.assertSolves(tiled, equations, Newton.point(tiled, random), 1e-8);
      }
    }
  }

  /** Columns of weights up to 10¹² multiply the rounding of prices by as much. */
  @ParameterizedTest
  @EnumSource
  void solve_unequalWeights_satisfiesNewtonsEquations(Aim aim) {
    for (AllocationProgram program : programs(aim)) {
      TiledProgram tiled = TiledProgram.of(program, SolveLimits.none(), Tuning.STANDARD);
      Iterate at = Newton.point(tiled, random);
      for (double[] reduced : at.z) {
        for (int i = 0; i < reduced.length; i++) {
          reduced[i] *= Math.pow(10, -random.nextInt(7));
        }
      }
      Newton.assertSolves(tiled, new TileEquations(tiled, 1e-14), at, 1e-7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void even_anyProgram_isInside(Aim aim) {
    for (AllocationProgram program : programs(aim)) {
      TiledProgram tiled = TiledProgram.of(program, SolveLimits.none(), Tuning.STANDARD);
      Iterate at = Iterate.even(tiled);
      for (double[][] blocks : new double[][][] {at.x, at.z}) {
        for (double[] block : blocks) {
          for (double value : block) {
            assertTrue(value > 0);
          }
        }
      }
      double[][] left = BlockProgram.like(tiled.limit);
      tiled.subtract(at.x, left);
      for (int b = 0; b < left.length; b++) {
        for (int i = 0; i < left[b].length; i++) {
          boolean exact = tiled.exact[b][i];
          assertTrue(exact ? at.slack[b][i] == 0 : at.slack[b][i] > 0);
          assertTrue(exact ? at.price[b][i] == 0 : at.price[b][i] > 0);
          if (!tiled.isDemand(b, i) && program.isPlain()) {
            assertTrue(-left[b][i] <= 0.5 * tiled.limit[b][i] * (1 + 1e-12));
          }
        }
      }
      assertEquals(program.hasLevel(), at.level > 0);
    }
  }

  private static PredictorCorrector method(AllocationProgram program, SolveLimits limits) {
    TiledProgram tiled = TiledProgram.of(program, limits, Tuning.STANDARD);
    return new PredictorCorrector(tiled, new TileEquations(tiled, 1e-12), 1e-4, 0);
  }

  /** An equation without terms, which gives a row of zeros. */
  @Test
  void step_singularEquations_isNotTaken() {
    CouplingRows nothing =
        CouplingRows.builder()
            .add("nothing", Relation.EXACTLY, 0, new int[0], new double[0])
            .build();
    PredictorCorrector method =
        method(plain(Aim.SUM, 9, 4, 2).withRows(nothing), SolveLimits.none());
    double x = method.at().x[0][0];
    assertFalse(method.step());
    assertFalse(method.isCancelled());
    assertEquals(x, method.at().x[0][0]);
  }

  /** Looked up within the passes of both directions. */
  @Test
  void step_cancelled_leavesThePoint() {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    SolveLimits limits = SolveLimits.none().withCancellation(() -> left.getAndDecrement() <= 0);
    PredictorCorrector method = method(plain(Aim.SUM, 9, 4, 2), limits);
    assertTrue(method.step());
    assertFalse(method.isCancelled());
    double x = method.at().x[0][0];
    left.set(1);
    assertFalse(method.step());
    assertTrue(method.isCancelled());
    assertEquals(x, method.at().x[0][0]);
  }

  /** Near the end, steps lead ever nearer to an optimum where all rows hold. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FLOORS") // which the rows may forbid
  void step_anyProgram_endsAtAnOptimum(Aim aim) {
    for (AllocationProgram program : programs(aim)) {
      PredictorCorrector method = method(program, SolveLimits.none());
      for (int step = 0; step < 60 && !method.isWithin(1e-9); step++) {
        assertTrue(method.step());
      }
      assertTrue(method.isWithin(1e-9));
      Newton.assertFeasible(
          TiledProgram.of(program, SolveLimits.none(), Tuning.STANDARD), method.at(), 1e-8);
      assertFalse(method.isFar());
    }
  }
}
