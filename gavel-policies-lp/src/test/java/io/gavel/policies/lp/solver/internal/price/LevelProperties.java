package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.internal.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Programs solved from prices that are nearly right or wrong, compared with a solve from scratch.
 */
class LevelProperties {

  private final CertifiedSolver scratch = CertifiedSolver.standard();

  /** Jobs {@code from} to {@code to} of a queue, on a cluster of some types. */
  static AllocationProgram program(
      Random random, int from, int to, int types, boolean wide, boolean ties) {
    WorkerType[] workers = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      int few = ties ? 1 : 1 + random.nextInt(4);
      workers[j] = new WorkerType("type" + j, Math.max(8, few * (to - from) / (2 * types)));
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    double[] weight = new double[to - from];
    for (int m = 0; m < to; m++) {
      double base = wide ? StrictMath.pow(10, 12 * random.nextDouble() - 6) : 1;
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        double speed = ties ? 1 + random.nextInt(3) : 0.5 + 5 * random.nextDouble();
        rates[j] = j > 0 && random.nextInt(8) == 0 ? 0 : base * speed;
      }
      int scale = 1 << random.nextInt(4);
      double equalShares = ties ? 1 : 1 + random.nextInt(4);
      if (m >= from) {
        weight[m - from] = equalShares;
        problem.job(Job.builder("job" + m).scaleFactor(scale).build(), rates);
      }
    }
    AllocationProblem built = problem.build();
    Arrays.setAll(weight, m -> weight[m] * EqualShare.throughput(built, m));
    return AllocationProgram.maximizeMinimum(built, weight);
  }

  private static void assertSame(AllocationProgram program, CertifiedSolution cold, Prices start) {
    CertifiedSolver warm = CertifiedSolver.standard().startingFrom(start);
    CertifiedSolution point = warm.solve(program);
    assertTrue(point.holdsWithin(Tolerance.CERTIFIED));
    // Objectives and bounds are sums in doubles; allocations round them outwards.
    assertTrue(point.objective() <= cold.bound().value() * (1 + 0x1p-50));
    assertTrue(cold.objective() <= point.bound().value() * (1 + 0x1p-50));
    CertifiedSolution again =
        CertifiedSolution.of(program, point.fractions(), point.bound().prices());
    assertArrayEquals(point.fractions(), again.fractions()); // exactly feasible
    assertArrayEquals(point.fractions(), warm.solve(program).fractions());
  }

  @Property
  void solve_someJobsGoneAndCome_isTheSameOptimum(
      @ForAll Draws random,
      @ForAll @IntRange(min = 2, max = 300) int jobs,
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll @IntRange(min = 1, max = 5) int changes,
      @ForAll boolean wide,
      @ForAll boolean ties) {
    AllocationProgram before = program(random.again(), 0, jobs, types, wide, ties);
    AllocationProgram after = program(random.again(), changes, jobs + changes, types, wide, ties);
    Prices start = scratch.solve(before).bound().prices();
    assertSame(after, scratch.solve(after), start);
  }

  @Property
  void solve_pricesFromAnywhere_isTheSameOptimum(
      @ForAll Draws random,
      @ForAll @IntRange(min = 2, max = 300) int jobs,
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll boolean wide,
      @ForAll boolean ties) {
    AllocationProgram program = program(random, 0, jobs, types, wide, ties);
    CertifiedSolution cold = scratch.solve(program);
    double[] prices = new double[random.nextInt(7) == 0 ? types + 1 : types];
    for (int k = 0; k < prices.length; k++) {
      prices[k] =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> StrictMath.pow(10, 600 * random.nextDouble() - 300);
            default -> random.nextDouble();
          };
    }
    assertSame(program, cold, Prices.of(prices, new double[0], new double[0]));
  }

  /** The prices are used where they should be, and the result is exact. */
  @Test
  void solve_oneOfManyGoneAndOneCome_needsNoOtherMethod() {
    for (long seed = 0; seed < 20; seed++) {
      AllocationProgram before = program(new Random(seed), 0, 1000, 3, false, false);
      AllocationProgram after = program(new Random(seed), 1, 1001, 3, false, false);
      double[] start = scratch.solve(before).bound().prices().pools();
      Optional<CertifiedSolution> point = Samples.near(after, start, 0);
      assertTrue(point.orElseThrow().holdsWithin(new Tolerance(0, 1e-7)), "seed " + seed);
      double objective = scratch.solve(after).objective();
      assertEquals(objective, point.orElseThrow().objective(), 1e-7 * objective);
    }
  }

  private void assertSameAsWhole(AllocationProgram program, double objective) {
    SolverOutcome whole = new StructuredSolver().precise().solve(program, SolveLimits.none());
    SolverOutcome.Solved solved = assertInstanceOf(SolverOutcome.Solved.class, whole);
    CertifiedSolution other = CertifiedSolution.of(program, solved.fractions(), solved.prices());
    assertEquals(other.objective(), objective, 1e-8 * other.objective());
  }

  /** Solves with or without a sample. */
  @Property(tries = 10)
  void solve_manyJobs_isTheSameOptimum(
      @ForAll Draws random,
      @ForAll @IntRange(min = 8192, max = 12_000) int jobs,
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll boolean wide,
      @ForAll boolean ties) {
    AllocationProgram scaled = new Scaling(program(random, 0, jobs, types, wide, ties)).reduced();
    assertSameAsWhole(scaled, scratch.solve(scaled).objective());
  }

  /** A sample is enough where it should be, also if its prices are rather wrong. */
  @Test
  void solve_manyDistinctJobs_needsNoOtherMethod() {
    Samples.assertSampledAsWhole(program(new Random(-233), 0, 8_228, 3, false, false));
    for (long seed = 0; seed < 6; seed++) {
      Samples.assertSampledAsWhole(
          program(new Random(seed), 0, 9_000, (int) seed + 1, seed % 2 == 0, false));
    }
  }

  /** There is no competition, but one job that no sample finds limits the level. */
  @Test
  void solve_manyJobsOnIdleCluster_findsTheOneThatHoldsTheLevelBack() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("a", 20_000), new WorkerType("b", 20_000)));
    double[] requirement = new double[10_000];
    for (int m = 0; m < requirement.length; m++) {
      problem.job(Job.builder("job" + m).build(), 2 + m % 3, 1 + m % 7);
      requirement[m] = m == 6_543 ? 5 : 1;
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem.build(), requirement);
    Samples.assertSampledAsWhole(program);
    CertifiedSolution point = scratch.solve(program);
    assertEquals(point.objective(), 6.0 / 5, 1e-7);
  }

  /** Few jobs that take half of all workers are in every sample. */
  @Test
  void solve_manySmallAndFewLargeJobs_isTheSameOptimumFromSample() {
    Random random = new Random(7);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("a", 4_000), new WorkerType("b", 9_000)));
    double[] requirement = new double[9_000];
    for (int m = 0; m < requirement.length; m++) {
      Job job = Job.builder("job" + m).scaleFactor(m % 900 == 0 ? 900 : 1).build();
      problem.job(job, 1 + 4 * random.nextDouble(), 0.5 + random.nextDouble());
      requirement[m] = 0.1 + random.nextDouble();
    }
    Samples.assertSampledAsWhole(AllocationProgram.maximizeMinimum(problem.build(), requirement));
  }

  @Test
  void solve_manyJobs_isLeftToOthersIfCancelledOrMoreThanALevel() {
    AllocationProgram program = program(new Random(1), 0, 9_000, 2, false, false);
    SolveLimits none = SolveLimits.none();
    assertTrue(Samples.solve(program, none.withCancellation(() -> true)).isEmpty());
    assertTrue(Samples.solve(program, none.withMaxSteps(2)).isEmpty());
    double[] floor = new double[9_000];
    floor[3] = 1e-3;
    assertTrue(Samples.solve(program.withFloor(floor), none).isEmpty());
    assertTrue(Samples.solve(program(new Random(1), 0, 1_500, 2, false, false), none).isEmpty());
  }

  /** Programs that do not only maximise a level are left to other solvers. */
  @Test
  void solve_otherPrograms_areNotTried() {
    AllocationProgram program = program(new Random(1), 0, 30, 2, false, false);
    double[] prices = {1, 1};
    double[] floor = new double[30];
    floor[3] = 1e-3;
    assertTrue(Samples.near(program.withFloor(floor), prices, 0).isEmpty());
    double[] zero = new double[30];
    assertTrue(Samples.near(program.withRequirement(zero), prices, 0).isEmpty());
    assertTrue(Samples.near(program, new double[2], 0).isEmpty());
    assertTrue(Samples.near(program, new double[3], 0).isEmpty());
  }

  @Test
  void solve_cancelledAtOnce_isTheAnswerOfAllJobsToThePrices() {
    AllocationProgram program = program(new Random(1), 0, 30, 2, false, false);
    SolveLimits cancelled = SolveLimits.none().withCancellation(() -> true);
    Hint known = new Hint.Known(new double[] {1, 1}, 0);
    CertifiedSolution found = Samples.SOLVER.from(program, known, cancelled).orElseThrow();
    double optimum = CertifiedSolver.standard().solve(program).objective();
    assertTrue(found.objective() > 0.5 * optimum, found::toString);
    assertTrue(found.objective() <= optimum * (1 + 1e-9), found::toString);
    assertTrue(found.bound().value() >= optimum * (1 - 1e-9), found::toString);
  }
}
