package io.gavel.policies.lp.near;

import static io.gavel.policies.lp.Cases.row;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.ParetoCheck;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Job a makes 4 on the v100 and 1 on the k80, job b 3 on both; beside each other 2 and 2. */
class ParetoProgramTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
          .job(Job.of("a"), 4, 1)
          .job(Job.of("b"), 3, 3)
          .pair("a", "b", row(2, 0), row(2, 0))
          .build();

  private static final Certificate NONE = new Certificate(0, 0, 0, Prices.zero(PROBLEM));

  private static ParetoCheck.Evidence examined(double... x) {
    return ParetoProgram.create().examine(Allocation.of(PROBLEM, x, NONE), Tolerance.CERTIFIED);
  }

  /** Throughput counts in parts of the fastest; no price makes another point worth more. */
  @Test
  void bestForBoth_isSupportedByPrices() {
    ParetoCheck.Supported supported =
        assertInstanceOf(ParetoCheck.Supported.class, examined(1, 0, 0, 1, 0, 0));
    Prices prices = supported.prices();
    double v100 = prices.ofPool(0);
    double k80 = prices.ofPool(1);
    double a = prices.ofThroughput(0);
    double b = prices.ofThroughput(1);
    assertTrue(a >= 0.25 && b >= 1.0 / 3 - 1e-12, prices::toString);
    double used = v100 + prices.ofTime(0) + k80 + prices.ofTime(1);
    assertEquals(4 * a + 3 * b, used, 1e-6);
    assertTrue(a <= k80 + prices.ofTime(0) + 1e-6, prices::toString);
    assertTrue(3 * b <= v100 + prices.ofTime(1) + 1e-6, prices::toString);
    assertTrue(
        2 * a + 2 * b <= v100 + prices.ofTime(0) + prices.ofTime(1) + 1e-6, prices::toString);
  }

  @Test
  void idleWorkers_areAnImprovement() {
    ParetoCheck.Improvable improvable =
        assertInstanceOf(ParetoCheck.Improvable.class, examined(1, 0, 0, 0.5, 0, 0));
    assertEquals(4, improvable.better().effectiveThroughput(0), 1e-6);
    assertEquals(3, improvable.better().effectiveThroughput(1), 1e-6);
    assertEquals(2, improvable.better().certificate().objective(), 1e-6);
  }

  /** The pair leaves a worker idle; its members keep what they have at least. */
  @Test
  void improvements_keepWhatEverybodyHas() {
    ParetoCheck.Improvable improvable =
        assertInstanceOf(ParetoCheck.Improvable.class, examined(0, 0, 0, 0, 1, 0));
    Allocation better = improvable.better();
    assertTrue(better.effectiveThroughput(0) >= 2 - 1e-6);
    assertTrue(better.effectiveThroughput(1) >= 2 - 1e-6);
    double sum = better.effectiveThroughput(0) / 4 + better.effectiveThroughput(1) / 3;
    assertEquals(2, sum, 1e-6);
  }

  @Test
  void jobThatRunsNowhere_countsForNothing() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("nowhere"), 0)
            .build();
    Certificate none = new Certificate(0, 0, 0, Prices.zero(problem));
    Allocation x = Allocation.of(problem, row(1, 0), none);
    assertInstanceOf(
        ParetoCheck.Supported.class, ParetoProgram.create().examine(x, Tolerance.CERTIFIED));
  }

  @Test
  void pricesOfConstraints_supportThePoint() {
    AllocationProblem capped =
        PROBLEM.constraining(
            Constraint.named("cap").that(LinearForm.workers().onTypes("k80")).atMost(0.5));
    Allocation x = Allocation.of(capped, row(1, 0, 0, 0.5, 0, 0), NONE);
    ParetoCheck.Supported supported =
        assertInstanceOf(
            ParetoCheck.Supported.class, ParetoProgram.create().examine(x, Tolerance.CERTIFIED));
    assertTrue(supported.prices().constraints().getOrDefault("cap", 0.0) > 0.1);
  }

  @Test
  void solverWithoutAnAnswer_leavesItOpen() {
    CertifiedSolver declining =
        CertifiedSolver.of(
            List.of((program, limits) -> new SolverOutcome.Declined("of no use")),
            Tolerance.CERTIFIED);
    Allocation x = Allocation.of(PROBLEM, row(1, 0, 0, 1, 0, 0), NONE);
    ParetoCheck.Unknown unknown =
        assertInstanceOf(
            ParetoCheck.Unknown.class,
            ParetoProgram.create().withSolver(declining).examine(x, Tolerance.CERTIFIED));
    assertTrue(unknown.reason().startsWith("the program has no certified solution: "));
  }

  @Test
  void nearOptimalSets_haveFloorsAndAnObjective() {
    NearOptimalSet level = NearOptimalSet.ofLevel(PROBLEM, row(2, 1), q -> q[0] + 10 * q[1]);
    assertEquals(0, level.leastGain());
    assertEquals(2, level.program().floor(0));
    assertEquals(1, level.program().floor(1));
    double[] x = new double[level.program().columnCount()];
    x[0] = 1; // a on the v100
    assertEquals(4, level.objective().applyAsDouble(x), 1e-12);
    AllocationProgram sum = AllocationProgram.maximizeSum(PROBLEM, row(1, 2));
    NearOptimalSet near = NearOptimalSet.ofSum(sum, row(0.5, 0), 3);
    assertEquals(3, near.leastGain());
    assertEquals(0.5, near.program().floor(0));
    assertEquals(4, near.objective().applyAsDouble(x), 1e-12);
    assertArrayEquals(row(4, 0), near.program().throughput(x), 1e-12);
  }
}
