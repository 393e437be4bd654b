package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Points at which the method begins are inside all limits. */
class StartingPointTest {

  private final Random random = new Random(11);

  private static TiledProgram tiled(AllocationProgram program) {
    return TiledProgram.of(program, SolveLimits.none());
  }

  private static Iterate start(AllocationProgram program) {
    return StartingPoint.of(tiled(program), program.hasLevel());
  }

  /** Without rows and free variables, all rows of the primal and the dual program hold. */
  @ParameterizedTest
  @EnumSource
  void of_programsOfAnyShape_isInsideAndKeepsAllRows(Aim aim) {
    for (int jobs : new int[] {1, 20, 150}) {
      assertKeepsRows(TiledCases.program(TiledCases.problem(jobs, 3, 1, random), aim, random));
      assertKeepsRows(TiledCases.program(TiledCases.problem(jobs, 17, 5, random), aim, random));
    }
  }

  private static void assertKeepsRows(AllocationProgram program) {
    TiledProgram tiled = tiled(program);
    Iterate at = StartingPoint.of(tiled, program.hasLevel());
    assertInside(tiled, at);
    assertEquals(program.hasLevel(), at.level > 0);
    boolean floors = program.hasFloor(); // which the first fractions need not keep
    if (!floors && !program.hasUtility()) {
      new NewtonEquations(program, tiled, at).assertRows(new Iterate(tiled));
    }
    double[] used = new double[tiled.pools];
    double[] x = tiled.ofColumns(at.x);
    for (int c = 0; c < x.length; c++) {
      used[program.pool(c)] += program.size(c) * x[c];
    }
    for (int k = 0; k < tiled.pools; k++) {
      assertTrue(used[k] <= 0.5 * tiled.limit[k] * (1 + 1e-12), "half of pool " + k);
    }
    for (double[] idle : at.idle) {
      assertTrue(Arrays.stream(idle).allMatch(left -> left >= 0.5 - 1e-12), "half of the time");
    }
  }

  private static void assertInside(TiledProgram tiled, Iterate at) {
    double[] primal = NewtonEquations.primal(at);
    double[] dual = NewtonEquations.dual(at);
    for (int i = 0; i < primal.length; i++) {
      int k = i - (primal.length - at.value.length - tiled.resources);
      boolean exact = k >= 0 && k < tiled.resources && tiled.exact[k];
      assertTrue(exact ? primal[i] == 0 && dual[i] == 0 : primal[i] > 0 && dual[i] > 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void of_rowsAndFreeColumns_isInsideAndTheirCostsAreWhatTheyPay(Aim aim) {
    for (int jobs : new int[] {5, 40}) {
      AllocationProgram program =
          TiledCases.coupled(
              TiledCases.program(TiledCases.problem(jobs, 3, 2, random), aim, random), random);
      TiledProgram tiled = tiled(program);
      Iterate at = StartingPoint.of(tiled, program.hasLevel());
      assertInside(tiled, at);
      assertArrayEquals(Cases.row(0.5, 0.5, 0.5), at.value);
      double highest = Arrays.stream(at.price).max().orElseThrow();
      for (int f = 0; f < at.cost.length; f++) {
        double paid = -tiled.freeGain[f];
        for (int e = 0; e < tiled.freeResource[f].length; e++) {
          paid += tiled.freeSize[f][e] * at.price[tiled.freeResource[f][e]];
        }
        assertEquals(Math.max(highest, paid), at.cost[f], 1e-12);
      }
    }
  }

  @Test
  void of_cancelled_isStoppedOnceIn1024Jobs() {
    AllocationProgram program =
        TiledCases.program(TiledCases.problem(1_100, 1, 0, random), Aim.SUM, random);
    AtomicInteger asked = new AtomicInteger();
    SolveLimits limits = SolveLimits.none().withCancellation(() -> asked.incrementAndGet() > 3);
    TiledProgram tiled = TiledProgram.of(program, limits);
    assertEquals(2, asked.get());
    assertThrows(CancelledSolve.class, () -> StartingPoint.of(tiled, false));
    assertEquals(4, asked.get()); // at the first job and at number 1,024
    asked.set(-10);
    StartingPoint.of(tiled, false);
    assertEquals(-8, asked.get());
  }
}
