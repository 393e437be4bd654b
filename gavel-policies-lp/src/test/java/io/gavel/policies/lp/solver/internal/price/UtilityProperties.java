package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Many jobs with utilities solved from a sample, compared with a solve of the whole program. */
class UtilityProperties {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static final Tolerance GOOD = new Tolerance(0, 1e-8);

  private static final double PART = 0.02;

  /** Workers for each worker that the jobs request. */
  private static final double[] LOADS = {0.1, 0.5, 1, 3};

  static final double[] POWERS = {0, 0.5, 0.9, -1, -4};

  /** What makes a program hard, or not. */
  enum Shape {
    PLAIN,
    TIED,
    NEARLY_TIED,
    WIDE_RATES,
    WIDE_WEIGHTS,
    FEW_LARGE
  }

  /** Jobs for a cluster with a given number of workers for each worker that they request. */
  static AllocationProgram program(
      Random random, int jobs, int types, double load, Shape shape, double power) {
    WorkerType[] workers = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      double part = (1 + random.nextInt(3)) / 2.0 / types;
      workers[j] = new WorkerType("type" + j, Math.max(8, (int) (jobs * 3.75 * load * part)));
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    double[] weight = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      double base = shape == Shape.WIDE_RATES ? StrictMath.pow(10, 6 * random.nextDouble() - 3) : 1;
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        double speed =
            switch (shape) {
              case TIED -> 1 + random.nextInt(3);
              case NEARLY_TIED -> (1 + j) * (1 + 1e-4 * random.nextDouble());
              default -> 0.5 + 5 * random.nextDouble();
            };
        rates[j] = j > 0 && random.nextInt(8) == 0 ? 0 : base * speed;
      }
      boolean large = shape == Shape.FEW_LARGE && m % 90 == 0;
      int scale = large ? 1 + jobs / 100 : 1 << random.nextInt(4);
      weight[m] =
          shape == Shape.WIDE_WEIGHTS
              ? StrictMath.pow(10, 6 * random.nextDouble() - 3)
              : 1 + random.nextInt(4);
      problem.job(Job.builder("job" + m).scaleFactor(scale).build(), rates);
    }
    AllocationProgram program = AllocationProgram.maximizeUtility(problem.build(), weight, power);
    return new Scaling(program).reduced();
  }

  /** Every power in every shape in the nightly profile; else every power once. */
  @Test
  void solve_manyDistinctJobs_needsNoOtherMethod() {
    for (int i = 0; i < POWERS.length; i++) {
      if (NIGHTLY || i % 3 == 0) {
        Samples.assertSampledAsWhole(
            program(new Random(i), 9_000, 2 + i, 0.4, Shape.PLAIN, POWERS[i]));
      }
      if (NIGHTLY || i % 3 == 1) {
        Samples.assertSampledAsWhole(
            program(new Random(10 + i), 8_300, 6 - i, 0.4, Shape.WIDE_WEIGHTS, POWERS[i]));
      }
      if (NIGHTLY || i % 3 == 2) {
        Samples.assertSampledAsWhole(
            program(new Random(20 + i), 8_500, 1 + i, 0.2, Shape.FEW_LARGE, POWERS[i]));
      }
    }
  }

  /** Solves with or without a sample. */
  @Property(tries = 3)
  void solve_manyJobs_isTheSameOptimum(
      @ForAll Draws random,
      @ForAll @IntRange(min = 8_192, max = 10_000) int jobs,
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll @IntRange(max = 3) int load,
      @ForAll Shape shape,
      @ForAll @IntRange(max = 4) int power) {
    AllocationProgram program =
        program(random.again(), jobs, types, LOADS[load], shape, POWERS[power]);
    Samples.assertSameOptimum(
        program, Samples.whole(program), CertifiedSolver.standard().solve(program));
  }

  /** From the prices of the same program, and of the program without a job. */
  @Property(tries = 10)
  void solve_fromPricesOfOneJobMore_isTheSameOptimum(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 400) int jobs,
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll @IntRange(max = 3) int load,
      @ForAll Shape shape,
      @ForAll @IntRange(max = 4) int power) {
    AllocationProgram program =
        program(random.again(), jobs, types, LOADS[load], shape, POWERS[power]);
    for (int more = 0; more < 2; more++) {
      AllocationProgram before =
          program(random.again(), jobs + more, types, LOADS[load], shape, POWERS[power]);
      CertifiedSolution earlier = CertifiedSolver.standard().solve(before);
      CertifiedSolver warm = CertifiedSolver.standard().startingFrom(earlier.bound().prices());
      Samples.assertSameOptimum(program, Samples.whole(program), warm.solve(program));
    }
  }

  /** Nearly right prices are enough. */
  @Test
  void solve_oneOfManyGone_needsNoOtherMethod() {
    for (int i = 0; i < POWERS.length; i++) {
      AllocationProgram before = program(new Random(i), 1_000, 3, 0.4, Shape.PLAIN, POWERS[i]);
      double[] prices = CertifiedSolver.standard().solve(before).bound().prices().pools();
      AllocationProgram after = program(new Random(i), 1_001, 3, 0.4, Shape.PLAIN, POWERS[i]);
      CertifiedSolution point = Samples.near(after, prices, 0).orElseThrow();
      assertTrue(point.holdsWithin(GOOD), point::toString);
      Samples.assertSameOptimum(after, Samples.whole(after), point);
    }
  }

  /** A pool that is nearly free in the sample, and just full in the whole program. */
  @Test
  void solve_poolThatIsAlmostFree_needsNoOtherMethod() {
    Samples.assertSampledAsWhole(program(new Random(124), 9_000, 5, 1, Shape.PLAIN, 0));
  }

  @Test
  void solve_idleCluster_givesEverybodyTheirFastest() {
    AllocationProgram program = program(new Random(3), 9_000, 3, 30, Shape.PLAIN, 0);
    double[] fastest = new double[9_000];
    for (int c = 0; c < program.columnCount(); c++) {
      fastest[program.first(c)] = Math.max(fastest[program.first(c)], program.rate(c));
    }
    assertArrayEquals(fastest, Samples.assertSampledAsWhole(program).throughput(), 1e-6);
  }

  /** Results hold for any starting prices. */
  @Property(tries = 80)
  void improve_pricesFromAnywhere_isTheSameOptimumOrNone(
      @ForAll Draws random,
      @ForAll @IntRange(min = 2, max = 200) int jobs,
      @ForAll @IntRange(min = 1, max = 5) int types,
      @ForAll Shape shape,
      @ForAll @IntRange(max = 4) int power) {
    AllocationProgram program = program(random, jobs, types, 0.5, shape, POWERS[power]);
    double[] price = new double[types];
    Arrays.setAll(
        price, k -> random.nextBoolean() ? 0 : StrictMath.pow(10, 40 * random.nextDouble() - 20));
    Samples.near(program, price, 0.01)
        .filter(found -> found.holdsWithin(GOOD))
        .ifPresent(found -> Samples.assertSameOptimum(program, Samples.whole(program), found));
  }

  @Test
  void solve_manyJobs_isLeftToOthersIfCancelledOrMoreThanUtilities() {
    AllocationProgram program = program(new Random(1), 9_000, 2, 0.5, Shape.PLAIN, 0);
    SolveLimits none = SolveLimits.none();
    assertTrue(Samples.solve(program, none).isPresent());
    assertTrue(Samples.solve(program, none.withCancellation(() -> true)).isEmpty());
    assertTrue(Samples.solve(program, none.withMaxSteps(2)).isEmpty());
    double[] one = new double[9_000];
    one[3] = 1e-3;
    assertTrue(Samples.solve(program.withFloor(one), none).isEmpty());
    assertThrows(IllegalStateException.class, () -> program.withRequirement(one));
    assertTrue(
        Samples.solve(program(new Random(1), 1_500, 2, 0.5, Shape.PLAIN, 0), none).isEmpty());
  }
}
