package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A direction of the structured method, checked against the equations that it solves, for jobs that
 * fill a tile, half a tile or several, with and without gaps in the table.
 */
class BlockNewtonSystemProperties {

  private enum Aim {
    LEVEL,
    SUM,
    FLOORS,
    UTILITY
  }

  private static AllocationProgram program(RandomGenerator random, int jobs, Aim aim) {
    int types = random.nextInt(4) == 0 ? 13 + random.nextInt(20) : 1 + random.nextInt(4);
    int most = 1 + random.nextInt(types < 13 ? types : 5); // few of many types scatter a job
    List<WorkerType> workerTypes =
        IntStream.range(0, types)
            .mapToObj(j -> new WorkerType("w" + j, 1 + random.nextInt(2 * jobs)))
            .toList();
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(workerTypes));
    for (int m = 0; m < jobs; m++) {
      double[] row = new double[types];
      int columns = random.nextInt(10) == 0 ? types : most;
      for (int c = 0; c < columns; c++) {
        row[random.nextInt(types)] = random.nextDouble(1, 2);
      }
      row[random.nextInt(types)] = 1.5; // so that every job can run
      builder.job(Job.of("j" + m), row);
    }
    AllocationProblem problem = builder.build();
    double[] numbers = random.doubles(jobs, 0.5, 1).toArray();
    return switch (aim) {
      case LEVEL -> AllocationProgram.maximizeMinimum(problem, numbers);
      case SUM -> AllocationProgram.maximizeSum(problem, numbers);
      case FLOORS -> AllocationProgram.maximizeSum(problem, numbers).withFloor(numbers);
      case UTILITY -> AllocationProgram.maximizeUtility(problem, numbers, 0);
    };
  }

  private static void fill(RandomGenerator random, double[][] rows) {
    for (double[] row : rows) {
      fill(random, row);
    }
  }

  private static void fill(RandomGenerator random, double[] row) {
    Arrays.setAll(row, i -> random.nextDouble(0.1, 1));
  }

  private static Iterate anyPoint(
      RandomGenerator random, TiledProgram tiledProgram, boolean hasLevel) {
    Iterate at = new Iterate(tiledProgram);
    for (double[][] rows : List.of(at.x, at.z, at.idle, at.time, at.surplus, at.owed)) {
      fill(random, rows);
    }
    fill(random, at.free);
    fill(random, at.price);
    at.priceWorkers();
    at.level = hasLevel ? random.nextDouble() : 0;
    return at;
  }

  @Property
  void correct_anyPoint_closesEveryRow(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 2_500) int jobs, @ForAll Aim aim) {
    AllocationProgram program = program(random, jobs, aim);
    TiledProgram tiledProgram = TiledProgram.of(program, SolveLimits.none());
    Iterate at = anyPoint(random, tiledProgram, program.hasLevel());
    NewtonEquations equations = new NewtonEquations(program, tiledProgram, at);
    Iterate direction = new Iterate(tiledProgram);
    BlockNewtonSystem blockNewtonSystem = new BlockNewtonSystem(tiledProgram, program.hasLevel());
    assertTrue(blockNewtonSystem.factor(at));
    double second =
        TileKernels.sum(blockNewtonSystem.predict(at, new Iterate(tiledProgram)).bothMoves);
    double mu = random.nextDouble();
    StepLength stepLength = blockNewtonSystem.correct(at, mu, direction);
    assertProducts(tiledProgram, stepLength, mu, second);
    equations.assertRows(direction);

    blockNewtonSystem.refine(at, direction, new Iterate(tiledProgram));
    equations.assertRows(direction);
    double step = Math.min(stepLength.longestPrimal(), stepLength.longestDual());
    double foretold = stepLength.products(step, step);
    blockNewtonSystem.move(at, direction, step, step);
    assertEquals(
        foretold, blockNewtonSystem.reach(at).products(0, 0), 1e-9 * jobs, "after the step");
  }

  /** The direction changes all products, to first order, as intended. */
  private static void assertProducts(
      TiledProgram tiledProgram, StepLength stepLength, double mu, double second) {
    if (!tiledProgram.hasUtility) {
      int products = 2 * tiledProgram.jobs + tiledProgram.pools;
      for (int t = 0; t < tiledProgram.count; t++) {
        products += tiledProgram.rows(t) * tiledProgram.width(t);
      }
      double moved = TileKernels.sum(stepLength.primalMove) + TileKernels.sum(stepLength.dualMove);
      double wanted = products * mu - TileKernels.sum(stepLength.product) - second;
      assertEquals(wanted, moved, 1e-9 * (products + Math.abs(second)));
    }
  }
}
