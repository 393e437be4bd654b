package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Directions of a step against Newton's equations, written out, for tables of every shape. */
class BlockNewtonSystemTest {

  private final Random random = new Random(3);

  @ParameterizedTest
  @EnumSource
  void step_fewTypes_satisfiesNewtonsEquations(Aim aim) {
    assertStep(TiledCases.program(TiledCases.problem(1, 1, 1, random), aim, random));
    assertStep(TiledCases.program(TiledCases.problem(7, 3, 2, random), aim, random));
    assertStep(TiledCases.program(TiledCases.problem(130, 4, 2, random), aim, random));
    assertStep(TiledCases.program(TiledCases.problem(1_200, 2, 2, random), aim, random));
  }

  @ParameterizedTest
  @EnumSource
  void step_fewOfManyTypes_satisfiesNewtonsEquations(Aim aim) {
    assertStep(TiledCases.program(TiledCases.problem(40, 20, 3, random), aim, random));
    assertStep(TiledCases.program(TiledCases.problem(30, 20, 12, random), aim, random));
    assertStep(TiledCases.program(TiledCases.problem(1_300, 13, 4, random), aim, random));
  }

  @ParameterizedTest
  @EnumSource
  void step_rowsAndFreeColumns_satisfiesNewtonsEquations(Aim aim) {
    for (int jobs : new int[] {5, 40, 1_100}) {
      AllocationProgram plain =
          TiledCases.program(TiledCases.problem(jobs, 3, 2, random), aim, random);
      assertStep(TiledCases.coupled(plain, random));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LEVEL", "SUM", "LOGARITHMS"})
  void step_rowsOfTeams_satisfiesNewtonsEquations(Aim aim) {
    AllocationProgram plain = TiledCases.program(TiledCases.problem(90, 3, 2, random), aim, random);
    assertStep(TiledCases.teams(plain, 40));
  }

  private Iterate anyPoint(TiledProgram tiled, boolean hasLevel) {
    Iterate at = new Iterate(tiled);
    for (double[][] rows : List.of(at.x, at.z, at.idle, at.time, at.surplus, at.owed)) {
      Arrays.stream(rows).forEach(this::fill);
    }
    List.of(at.free, at.price, at.value, at.cost).forEach(this::fill);
    for (int k = 0; k < at.free.length; k++) {
      at.free[k] = tiled.exact[k] ? 0 : at.free[k];
    }
    at.level = hasLevel ? random.nextDouble() : 0;
    at.priceWorkers();
    return at;
  }

  private void fill(double[] row) {
    Arrays.setAll(row, i -> random.nextDouble(0.1, 1));
  }

  /** Two steps from any point, the second one with what the first one left. */
  private void assertStep(AllocationProgram program) {
    TiledProgram tiled = TiledProgram.of(program, SolveLimits.none());
    BlockNewtonSystem system = new BlockNewtonSystem(tiled, program.hasLevel());
    Iterate at = anyPoint(tiled, program.hasLevel());
    for (int step = 0; step < 2; step++) {
      NewtonEquations equations = new NewtonEquations(program, tiled, at);
      Iterate predicted = new Iterate(tiled);
      BlockNewtonSystem predictor = new BlockNewtonSystem(tiled, program.hasLevel());
      assertTrue(predictor.factor(at));
      predictor.predict(at, new Iterate(tiled));
      predictor.weakenSecondOrder(0);
      equations.assertReach(predictor.correct(at, 0, predicted), predicted);
      equations.assertRows(predicted);
      equations.assertProducts(predicted, 0, 0, predicted);

      assertTrue(system.factor(at));
      assertEquals(equations.primalGap(), system.primalGap(), 1e-12);
      Iterate direction = new Iterate(tiled);
      equations.assertReach(system.predict(at, direction), predicted);
      assertArrayEquals(predicted.price, direction.price, 1e-9);
      assertEquals(predicted.level, direction.level, 1e-9);
      system.weakenSecondOrder(0.7);
      equations.assertReach(system.correct(at, 0.25, direction), direction);
      equations.assertRows(direction);
      equations.assertProducts(direction, 0.25, 0.7, predicted);

      disturb(tiled, direction);
      double[] changes = equations.changes(direction);
      StepLength reach = system.refine(at, direction, Iterate.ofPools(tiled));
      equations.assertReach(reach, direction);
      equations.assertRows(direction);
      assertArrayEquals(changes, equations.changes(direction), 1e-9);
      move(system, at, direction, 0.5 * reach.longestPrimal(), 0.25 * reach.longestDual());
      new NewtonEquations(program, tiled, at).assertReach(system.reach(at), at);
    }
    at.time[0][0] = Double.NaN;
    assertFalse(system.factor(at));
  }

  private static void move(
      BlockNewtonSystem system, Iterate at, Iterate direction, double ofPrimal, double ofDual) {
    double[] primal = NewtonEquations.primal(at);
    double[] dual = NewtonEquations.dual(at);
    double level = at.level;
    system.move(at, direction, ofPrimal, ofDual);
    add(ofPrimal, NewtonEquations.primal(direction), primal);
    add(ofDual, NewtonEquations.dual(direction), dual);
    assertArrayEquals(primal, NewtonEquations.primal(at), 1e-12);
    assertArrayEquals(dual, NewtonEquations.dual(at), 1e-12);
    assertEquals(level + ofPrimal * direction.level, at.level, 1e-12);
  }

  private static void add(double step, double[] direction, double[] to) {
    Arrays.setAll(to, i -> to[i] + step * direction[i]);
  }

  /** Rounding as large as the direction: primal rows fail, and that of the level. */
  private void disturb(TiledProgram tiled, Iterate direction) {
    for (double[][] rows : List.of(direction.x, direction.idle, direction.surplus)) {
      Arrays.stream(rows).forEach(row -> Arrays.setAll(row, i -> row[i] + random.nextDouble()));
    }
    for (double[] row : List.of(direction.free, direction.value)) {
      Arrays.setAll(row, i -> row[i] + random.nextDouble());
    }
    for (int k = 0; k < tiled.resources; k++) {
      direction.free[k] = tiled.exact[k] ? 0 : direction.free[k];
    }
    for (int t = 0; t < tiled.count; t++) { // together with reduced costs, whose rows hold
      double[] more = random.doubles(tiled.width(t)).toArray();
      TileKernels.add(more, direction.owed[t]);
      for (int r = tiled.row(t, 0); r < tiled.row(t, tiled.rows(t)); r++) {
        double[] z = direction.z[r];
        double[] rate = tiled.rate[r];
        Arrays.setAll(z, i -> z[i] - rate[i] * more[i]);
      }
    }
  }
}
