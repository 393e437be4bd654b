package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.presolve.Scaling;
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

/** Many jobs with utilities solved from a sample, compared with a solve of the whole program. */
class UtilityWorkingSetProperties {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static final Tolerance GOOD = new Tolerance(0, 1e-8);

  private static final double PART = 0.02;

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
    return Scaling.of(program).scaled();
  }

  private static void assertSameAsWhole(AllocationProgram program, CertifiedSolution point) {
    SolverOutcome whole = new StructuredSolver().precise().solve(program, SolveLimits.none());
    SolverOutcome.Solved solved = assertInstanceOf(SolverOutcome.Solved.class, whole);
    CertifiedSolution other = CertifiedSolution.of(program, solved.fractions(), solved.prices());
    double scale = program.gapScale(other.objective());
    double open = other.bound().value() - other.objective(); // the reference may be less precise
    assertEquals(other.objective(), point.objective(), 3e-8 * scale + open);
    assertTrue(point.objective() <= other.bound().value() + 1e-11 * scale);
    assertTrue(other.objective() <= point.bound().value() + 1e-11 * scale);
  }

  /** The sample is used, and its result is exact and repeatable. */
  private static CertifiedSolution assertSampled(AllocationProgram program) {
    CertifiedSolution point = Samples.solve(program, SolveLimits.none()).orElseThrow();
    assertTrue(point.holdsWithin(GOOD), point::toString);
    assertSameAsWhole(program, point);
    CertifiedSolution again = Samples.solve(program, SolveLimits.none()).orElseThrow();
    assertArrayEquals(point.fractions(), again.fractions());
    return point;
  }

  /** Every power in every shape in the nightly profile; else every power once. */
  @Test
  void solve_manyDistinctJobs_needsNoOtherMethod() {
    for (int i = 0; i < POWERS.length; i++) {
      if (NIGHTLY || i % 3 == 0) {
        assertSampled(program(new Random(i), 9_000, 2 + i, 0.4, Shape.PLAIN, POWERS[i]));
      }
      if (NIGHTLY || i % 3 == 1) {
        assertSampled(
            program(new Random(10 + i), 8_300, 6 - i, 0.4, Shape.WIDE_WEIGHTS, POWERS[i]));
      }
      if (NIGHTLY || i % 3 == 2) {
        assertSampled(program(new Random(20 + i), 8_500, 1 + i, 0.2, Shape.FEW_LARGE, POWERS[i]));
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
    double workers = new double[] {0.1, 0.5, 1, 3}[load];
    AllocationProgram program = program(random.again(), jobs, types, workers, shape, POWERS[power]);
    assertSameAsWhole(program, CertifiedSolver.standard().solve(program));
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
    double workers = new double[] {0.1, 0.5, 1, 3}[load];
    AllocationProgram program = program(random.again(), jobs, types, workers, shape, POWERS[power]);
    for (int more = 0; more < 2; more++) {
      AllocationProgram before =
          program(random.again(), jobs + more, types, workers, shape, POWERS[power]);
      CertifiedSolution earlier = CertifiedSolver.standard().solve(before);
      CertifiedSolver warm = CertifiedSolver.standard().startingFrom(earlier.bound().prices());
      assertSameAsWhole(program, warm.solve(program));
    }
  }

  /** Nearly right prices are enough. */
  @Test
  void solve_oneOfManyGone_needsNoOtherMethod() {
    for (int i = 0; i < POWERS.length; i++) {
      AllocationProgram before = program(new Random(i), 1_000, 3, 0.4, Shape.PLAIN, POWERS[i]);
      double[] prices = CertifiedSolver.standard().solve(before).bound().prices().pools();
      AllocationProgram after = program(new Random(i), 1_001, 3, 0.4, Shape.PLAIN, POWERS[i]);
      CertifiedSolution point = Samples.warm(after, prices, SolveLimits.none()).orElseThrow();
      assertTrue(point.holdsWithin(GOOD), point::toString);
      assertSameAsWhole(after, point);
    }
  }

  /** A pool that is nearly free in the sample, and just full in the whole program. */
  @Test
  void solve_poolThatIsAlmostFree_needsNoOtherMethod() {
    assertSampled(program(new Random(124), 9_000, 5, 1, Shape.PLAIN, 0));
  }

  @Test
  void solve_idleCluster_givesEverybodyTheirFastest() {
    AllocationProgram program = program(new Random(3), 9_000, 3, 30, Shape.PLAIN, 0);
    double[] fastest = new double[9_000];
    for (int c = 0; c < program.columnCount(); c++) {
      fastest[program.first(c)] = Math.max(fastest[program.first(c)], program.rate(c));
    }
    assertArrayEquals(fastest, assertSampled(program).throughput(), 1e-6);
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
    UtilityWorkingSet set =
        new UtilityWorkingSet(
            program,
            Samples.uses(program),
            price,
            Samples::solveSmall,
            CertifiedSolution.GOOD,
            SolveLimits.none());
    Optional<CertifiedSolution> point;
    try {
      point = set.improve(0.01).filter(found -> found.holdsWithin(GOOD));
    } catch (SolveFailedException noHelp) { // the small program is not solved, as callers expect
      point = Optional.empty();
    }
    point.ifPresent(found -> assertSameAsWhole(program, found));
  }

  /**
   * From prices that are off by a tenth, some passes over the jobs get within the error they name.
   */
  @Test
  void refine_wrongPrices_comeCloseWithoutASmallProgram() {
    for (double power : POWERS) {
      AllocationProgram program = program(new Random(6), 4_000, 4, 0.4, Shape.PLAIN, power);
      double[] best = CertifiedSolver.standard().solve(program).bound().prices().pools();
      double[] price = best.clone();
      Arrays.setAll(price, k -> best[k] * (k % 2 == 0 ? 1.1 : 0.9));
      UtilityWorkingSet set = Samples.setOfPrices(program, price);
      double before = set.bound();
      double part = set.refine(0.1);
      assertTrue(part < 0.05, () -> "assumed error " + part);
      assertTrue(set.bound() < before);
      for (int k = 0; k < price.length; k++) {
        assertEquals(best[k], price[k], 2 * part * best[k] + 1e-6);
      }
    }
  }

  /** Falls of workers are what a change of prices takes from them, on average over many jobs. */
  @Test
  void addFalls_manyJobs_areDifferencesOfWhatTheyHold() {
    for (double power : POWERS) {
      AllocationProgram program = program(new Random(7), 20_000, 3, 1, Shape.PLAIN, power);
      ColumnsByJob jobs = ColumnsByJob.of(program, SolveLimits.none());
      double[] price = {0.2, 0.3, 0.4};
      double[] falls = new double[9];
      held(program, jobs, price, falls);
      for (int k = 0; k < price.length; k++) {
        double[] dearer = price.clone();
        dearer[k] *= 1 + PART;
        double[] cheaper = price.clone();
        cheaper[k] *= 1 - PART;
        double[] less = held(program, jobs, dearer, new double[9]);
        double[] more = held(program, jobs, cheaper, new double[9]);
        for (int j = 0; j < price.length; j++) {
          double difference = (more[j] - less[j]) / (2 * PART * price[k]);
          assertEquals(difference, falls[3 * k + j], 0.15 * falls[4 * k]);
        }
      }
    }
  }

  /** The workers held on each pool at prices; adds by how much they fall. */
  private static double[] held(
      AllocationProgram program, ColumnsByJob jobs, double[] price, double[] falls) {
    UtilityResponse response = new UtilityResponse(jobs, Samples.uses(program), price);
    double[] held = new double[price.length];
    for (int m = 0; m < jobs.jobs; m++) {
      response.find(m);
      response.addFalls(PART, falls);
      held[jobs.pool[response.to]] += response.faster() * jobs.size[response.to];
      if (response.from != CostHull.IDLE) {
        held[jobs.pool[response.from]] += (1 - response.faster()) * jobs.size[response.from];
      }
    }
    return held;
  }

  /** Throughputs that are not those of the small program are noticed. */
  @Test
  void undone_wrongFactors_doesNotHold() {
    AllocationProgram program = program(new Random(5), 500, 3, 0.4, Shape.PLAIN, 0);
    double[] price = CertifiedSolver.standard().solve(program).bound().prices().pools();
    UtilityWorkingSet set =
        new UtilityWorkingSet(
            program,
            Samples.uses(program),
            price,
            Samples::solveSmall,
            CertifiedSolution.GOOD,
            SolveLimits.none());
    assertTrue(set.decide(set.bound(), 0.001));
    assertTrue(set.columnChoice.usedCount() < 150);
    AggregatedProgram small =
        new AggregatedProgram(program, set.columnsByJob, set.uses, set.columnChoice);
    CertifiedSolution found = CertifiedSolver.standard().solve(small.program());
    double[] right = small.undo(found.fractions(), small.factors(found.fractions()));
    double[] wrong = small.undo(found.fractions(), small.alike(1.001));
    assertTrue(CertifiedSolution.of(program, right, set.proof().prices()).holdsWithin(GOOD));
    assertFalse(CertifiedSolution.of(program, wrong, set.proof().prices()).holdsWithin(GOOD));
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
        Samples.solve(program(new Random(1), 4_095, 2, 0.5, Shape.PLAIN, 0), none).isEmpty());
  }

  /** No mixture of columns is worth more, and what is certain stays. */
  @Property(tries = 150)
  void find_anyJob_isBestAndStaysIfCertain(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 6) int types, @ForAll Shape shape) {
    double power = POWERS[random.nextInt(POWERS.length)];
    AllocationProgram program = program(random, 20, types, 1, shape, power);
    ColumnsByJob columnsByJob = ColumnsByJob.of(program, SolveLimits.none());
    double[] price = new double[types];
    Arrays.setAll(price, k -> random.nextInt(5) == 0 ? 0 : random.nextDouble());
    double[] nearby = price.clone();
    UtilityResponse use = new UtilityResponse(columnsByJob, Samples.uses(program), price);
    UtilityResponse other = new UtilityResponse(columnsByJob, Samples.uses(program), nearby);
    for (int m = 0; m < columnsByJob.jobs; m++) {
      use.find(m);
      double share = use.from == use.to ? 1 : share(use, use.throughput);
      double spent = share * use.cost(use.to) + (1 - share) * use.cost(use.from);
      double best = Utility.value(power, columnsByJob.weight[m], use.throughput) - spent;
      for (int i = 0; i < 30; i++) {
        int c = column(columnsByJob, m, random);
        int d = column(columnsByJob, m, random);
        double x = random.nextDouble();
        double q = x * use.rate(c) + (1 - x) * use.rate(d);
        double worth = Utility.value(power, columnsByJob.weight[m], q);
        double net = worth - x * use.cost(c) - (1 - x) * use.cost(d);
        assertTrue(net <= best + 1e-12 * (1 + Math.abs(worth) + Math.abs(best)));
      }
      boolean certain = use.isCertain(m, 0.05);
      for (int i = 0; certain && i < 20; i++) {
        Arrays.setAll(nearby, k -> price[k] * (1 + 0.0999 * (random.nextDouble() - 0.5)));
        other.find(m);
        assertEquals(use.to, other.to);
        assertEquals(use.from, other.from);
      }
    }
  }

  private static double share(CostHull use, double throughput) {
    return (throughput - use.rate(use.from)) / (use.rate(use.to) - use.rate(use.from));
  }

  static int column(ColumnsByJob columnsByJob, int m, Random random) {
    int columns = columnsByJob.start[m + 1] - columnsByJob.start[m];
    int c = random.nextInt(columns + 1);
    return c == columns ? CostHull.IDLE : columnsByJob.start[m] + c;
  }
}
