package io.gavel.policies.lp.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A total that keeps a level, solved from the jobs in doubt, against the same of all jobs. */
class EarlierOptimumTest {

  private static final double KEPT = 1 - 1e-9;

  private static AllocationProblem problem(long seed, int jobs, boolean alike) {
    Random random = new Random(seed);
    Cluster cluster = Cluster.of(new WorkerType("a", jobs / 4), new WorkerType("b", jobs / 5 + 1));
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    for (int m = 0; m < jobs; m++) {
      double speed = alike ? 1 : 1 + 4 * random.nextDouble();
      int workers = alike ? 1 : 1 + random.nextInt(2);
      double[] rates = {speed, alike ? 0.5 : speed * random.nextDouble()};
      builder.job(Job.builder("j" + m).scaleFactor(workers).build(), rates);
    }
    return builder.build();
  }

  private static CertifiedSolution level(AllocationProblem problem) {
    double[] each = new double[problem.jobCount()];
    Arrays.fill(each, 1);
    return CertifiedSolver.standard().solve(AllocationProgram.maximizeMinimum(problem, each));
  }

  private static double[] floors(CertifiedSolution level) {
    return Arrays.stream(level.throughput())
        .map(reached -> Math.min(reached, KEPT * level.objective()))
        .toArray();
  }

  private static double[] weights(long seed, int jobs) {
    return new Random(~seed).doubles(jobs, 0.5, 2).toArray();
  }

  private static Optional<CertifiedSolution> improved(
      AllocationProblem problem, CertifiedSolution level, double[] weights) {
    AllocationProgram total =
        AllocationProgram.maximizeSum(problem, weights).withFloor(floors(level));
    return EarlierOptimum.of(level.program(), level.bound(), level.fractions(), level.free())
        .improved(CertifiedSolver.standard(), total);
  }

  @Test
  void improved_noJobs_isLeftToTheSolver() {
    AllocationProblem none = AllocationProblem.builder(Cluster.of(new WorkerType("a", 1))).build();
    CertifiedSolution level =
        CertifiedSolver.standard().solve(AllocationProgram.maximizeSum(none, new double[0]));
    assertEquals(Optional.empty(), improved(none, level, new double[0]));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void improved_totalAboveALevel_isThatOfAllJobs(long seed) {
    int jobs = 40 + 5 * (int) seed;
    AllocationProblem problem = problem(seed, jobs, false);
    double[] weights = weights(seed, jobs);
    CertifiedSolution level = level(problem);
    CertifiedSolution found = improved(problem, level, weights).orElseThrow();
    CertifiedSolution whole = CertifiedSolver.standard().solve(found.program());
    assertEquals(whole.objective(), found.objective(), 2e-8 * whole.objective());
    assertEquals(whole.bound().value(), found.bound().value(), 2e-8 * whole.objective());
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found.toString());
  }

  @Test
  void improved_identicalJobs_areAllInDoubt() {
    AllocationProblem problem = problem(0, 40, true);
    assertTrue(improved(problem, level(problem), weights(0, 40)).isEmpty());
  }

  @Test
  void improved_noneKnown_isEmpty() {
    AllocationProgram total = AllocationProgram.maximizeSum(problem(0, 9, true), new double[9]);
    assertTrue(EarlierOptimum.none().improved(CertifiedSolver.standard(), total).isEmpty());
  }

  /**
   * Jobs of different speeds that need half of their time on workers of which all but one are
   * rented, for 3 each, and a worker of another type on which nobody needs to run.
   *
   * @param spent the most that may be spent besides the least cost
   * @param last the gain of the last job's steps in the later total
   */
  private static Optional<CertifiedSolution> improved(double spent, double last) {
    int jobs = 4;
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("rented", 1), new WorkerType("own", 1)));
    double[] floors = new double[jobs + 1];
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("j" + m), 1 + m, 0);
      floors[m] = (1 + m) / 2.0;
    }
    AllocationProblem problem = builder.job(Job.of("last"), 0, 2).build();
    double[] worth = {1, 0, 0.5, 0.25, 0.2, 0, 0.125, 0, 0, last};
    AllocationProgram cost =
        AllocationProgram.maximizeGain(problem, new double[worth.length])
            .withFloor(floors)
            .withFreeVariables(FreeVariables.builder().addWorkers("rent", 9, 3, 0).build());
    CertifiedSolution least = CertifiedSolver.standard().solve(cost);
    assertEquals(-3 * (jobs / 2 - 1), least.objective(), 1e-7);
    CouplingRows kept =
        CouplingRows.builder()
            .add(
                "kept",
                Relation.AT_LEAST,
                least.objective() - spent,
                new int[0],
                new double[0],
                new int[] {0},
                new double[] {-3})
            .build();
    AllocationProgram total =
        AllocationProgram.maximizeGain(problem, worth)
            .withFloor(floors)
            .withFreeVariables(FreeVariables.builder().addWorkers("rent", 9, 0, 0).build())
            .withRows(kept);
    return EarlierOptimum.of(cost, least.bound(), least.fractions(), least.free())
        .improved(CertifiedSolver.standard(), total);
  }

  /** All that is rented is used, so nobody makes more than it needs: 1 · ½ + 0.5 · ½ + … */
  @Test
  void improved_allRentedWorkersNeeded_isProvedByThePricesOfTheCost() {
    CertifiedSolution found = improved(1e-12, 0).orElseThrow();
    assertEquals(0.5 + 0.25 + 0.1 + 0.0625, found.objective(), 1e-7);
    assertTrue(found.isNear(CertifiedSolution.GOOD), found.toString());
    assertEquals(1, found.free()[0], 1e-7);
  }

  @Test
  void improved_moreToSpend_isLeftToTheSolver() {
    assertEquals(Optional.empty(), improved(0.1, 0));
  }

  @Test
  void improved_aJobOnIdleWorkers_isLeftToTheSolver() {
    assertEquals(Optional.empty(), improved(1e-12, 1));
  }
}
