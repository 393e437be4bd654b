package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Rational;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ExactLevelsTest {

  private static AllocationProblem.Builder cluster(int workers) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)));
  }

  /**
   * Job a runs all of its time, which is 1/4 of what its weight asks for; b and c share the rest.
   */
  @Test
  void levels_ofJobsOnOneType_areTheirParts() {
    AllocationProblem problem =
        cluster(2)
            .job(Job.builder("a").weight(4).build(), 5)
            .job(Job.builder("b").weight(1).build(), 3)
            .job(Job.builder("c").weight(2).build(), 7)
            .build();
    assertEquals(
        List.of(Rational.of(1, 4), Rational.of(1, 3), Rational.of(1, 3)),
        WaterFilling.create().exactLevels(problem));
  }

  @Test
  void levels_ofJobsThatAllFit_areThoseOfAllTheirTime() {
    AllocationProblem problem =
        cluster(3)
            .job(Job.builder("a").weight(2).build(), 5)
            .job(Job.builder("b").weight(8).build(), 3)
            .build();
    assertEquals(
        List.of(Rational.of(1, 2), Rational.of(1, 8)), WaterFilling.create().exactLevels(problem));
  }

  /**
   * Three events one after another: d alone is full at 1/8, then two wait for the worker that they
   * share, and the last one is full where nobody else can run.
   */
  @Test
  void levels_ofJobsThatAreFullOrHeldBackInTurn_areExact() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
            .job(Job.of("x"), 3, 0)
            .job(Job.builder("y").weight(2).build(), 7, 0)
            .job(Job.of("z"), 0, 5)
            .job(Job.builder("d").weight(8).build(), 0, 1)
            .job(Job.of("nowhere"), 0, 0)
            .build();
    List<Rational> levels = WaterFilling.create().exactLevels(problem);
    double[] expected = ExactWaterFilling.fill(problem, FairnessTree.flat(problem));
    for (int m = 0; m < 4; m++) {
      double weight = problem.job(m).weight();
      assertEquals(expected[m] / weight, levels.get(m).ceil(), 1e-9, "job " + m);
    }
    Rational one = levels.get(3); // of a job that is full
    assertEquals(8 * one.ceil(), levels.get(2).ceil(), 1e-12, "z has all of a worker, too");
    assertEquals(levels.get(0), levels.get(1), "x and y rise together");
    assertTrue(one.compareTo(levels.get(0)) < 0);
    assertEquals(Rational.ZERO, levels.get(4));
  }

  @Test
  void levels_overEntities_areRefused() {
    AllocationProblem problem = cluster(1).job(Job.of("a"), 1).build();
    assertThrows(
        UnsupportedOperationException.class,
        () -> WaterFilling.create().overEntities().exactLevels(problem));
  }

  @Test
  void levels_ofRandomProblems_areThoseOfTheOracle() {
    int found = 0;
    int tried = 0;
    for (long seed = 0; seed < Integer.getInteger("gavel.levels", 30); seed++) {
      AllocationProblem problem = RandomProblems.of(seed);
      double[] expected = ExactWaterFilling.fill(problem, FairnessTree.flat(problem));
      tried++;
      List<Rational> levels;
      try {
        levels = WaterFilling.create().exactLevels(problem);
      } catch (SolveFailedException noExactOptimum) {
        continue;
      }
      found++;
      for (int m = 0; m < expected.length; m++) {
        double unit = problem.job(m).workers() / problem.job(m).weight();
        double level = levels.get(m).ceil();
        assertEquals(expected[m] * unit, level, 1e-6 * Math.max(1, level), "seed " + seed);
      }
    }
    assertTrue(found >= 0.8 * tried, found + " of " + tried);
  }

  /**
   * The second one is twice as fast beside the first one as alone, so that it has twice what all of
   * a worker is to it.
   */
  @Test
  void levels_ofAPair_countWhatEachMakesBesideTheOther() {
    AllocationProblem problem =
        cluster(1)
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .pair("a", "b", new double[] {1}, new double[] {2})
            .build();
    assertEquals(
        List.of(Rational.of(1, 1), Rational.of(2, 1)), WaterFilling.create().exactLevels(problem));
  }

  /** All that are full below the next level are settled by one program, not by one each. */
  @Test
  void levels_ofManyJobsThatAreFull_takeOneProgram() {
    AllocationProblem.Builder problem = cluster(9);
    for (int m = 0; m < 8; m++) {
      problem.job(Job.builder("j" + m).weight(1 + m).build(), 1);
    }
    problem.job(Job.of("nowhere"), 0);
    AtomicInteger asked = new AtomicInteger();
    AllocationSolver dense = new DenseSolver();
    CertifiedSolver counting =
        CertifiedSolver.of(
            List.of(
                (program, limits) -> {
                  asked.incrementAndGet();
                  return dense.solve(program, limits);
                }),
            Tolerance.CERTIFIED);
    AllocationProblem built = problem.build();
    List<Rational> levels = ExactLevels.of(built, counting, WaterFilling.create().allocate(built));
    for (int m = 0; m < 8; m++) {
      assertEquals(Rational.of(1, 1 + m), levels.get(m));
    }
    assertEquals(Rational.ZERO, levels.get(8));
    assertEquals(1, asked.get());
  }
}
