package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Working sets of a hundred jobs: what prices prove, decide and leave open. */
class SmallWorkingSetsTest {

  private static final SolveLimits NONE = SolveLimits.none();

  private enum Goal {
    LEVEL,
    LOGARITHMS,
    POWER,
    SUM
  }

  /** Jobs of one, two or four workers on three types, a third of which do not run on the last. */
  private static AllocationProblem problem(int jobs, int seed) {
    Random random = new Random(seed);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cases.workers(jobs / 2, jobs / 2, jobs));
    for (int m = 0; m < jobs; m++) {
      problem.job(
          Job.builder("" + m).scaleFactor(1 << m % 3).build(),
          2 + 3 * random.nextDouble(),
          1 + 2 * random.nextDouble(),
          m % 3 == 0 ? 0 : 0.5 + random.nextDouble());
    }
    return problem.build();
  }

  private static AllocationProgram program(int jobs, Goal goal, boolean quota) {
    AllocationProblem problem = problem(jobs, 7);
    double[] each = new Random(9).doubles(jobs, 1, 3).toArray();
    AllocationProgram plain =
        switch (goal) {
          case LEVEL -> AllocationProgram.maximizeMinimum(problem, each);
          case LOGARITHMS -> AllocationProgram.maximizeUtility(problem, each, 0);
          case POWER -> AllocationProgram.maximizeUtility(problem, each, -1.5);
          case SUM -> {
            double[] floor = Arrays.stream(each).map(r -> 0.2 * r).toArray();
            yield AllocationProgram.maximizeSum(problem, each).withFloor(floor);
          }
        };
    if (!quota) {
      return plain;
    }
    int[] columns =
        IntStream.range(0, plain.columnCount())
            .filter(c -> plain.pool(c) == 0 && plain.first(c) % 2 == 0)
            .toArray();
    double[] sizes = Arrays.stream(columns).mapToDouble(plain::size).toArray();
    return plain.withRows(
        CouplingRows.builder().add("quota", Relation.AT_MOST, jobs / 10.0, columns, sizes).build());
  }

  private static CertifiedSolution whole(AllocationProgram program) {
    return Samples.solveSmall(program, CertifiedSolution.GOOD, NONE);
  }

  private static WorkingSet set(
      AllocationProgram program, Goal goal, double[] price, List<AllocationProgram> solved) {
    SmallSolver solver =
        (small, tolerance, limits) -> {
          solved.add(small);
          return Samples.solveSmall(small, tolerance, limits);
        };
    Uses uses = Samples.uses(program);
    Tolerance good = CertifiedSolution.GOOD;
    return switch (goal) {
      case LEVEL -> new LevelWorkingSet(program, uses, 0.1, price, solver, good, NONE);
      case SUM -> new SumWorkingSet(program, uses, price, solver, good, NONE);
      case LOGARITHMS, POWER -> new UtilityWorkingSet(program, uses, price, solver, good, NONE);
    };
  }

  /**
   * The bound of nearly right prices is above the optimum, by a part of second order, and the point
   * found from them is as good as one from scratch. Most jobs are decided and not solved again.
   */
  @Test
  void improve_pricesAThousandthOff_findsTheOptimumOnFewColumns() {
    for (Goal goal : Goal.values()) {
      for (boolean quota : new boolean[] {false, true}) {
        AllocationProgram program = program(120, goal, quota);
        CertifiedSolution whole = whole(program);
        double scale = program.gapScale(whole.objective());
        double[] price = WorkingSet.prices(whole.bound());
        for (int k = 0; k < price.length; k++) {
          price[k] *= k % 2 == 0 ? 1.001 : 0.999;
        }
        List<AllocationProgram> solved = new ArrayList<>();
        WorkingSet set = set(program, goal, price, solved);
        double bound = set.bound();
        String what = goal + (quota ? " with a quota" : "");
        assertTrue(bound >= whole.objective() - 1e-12 * scale, what);
        assertEquals(whole.objective(), bound, 2e-3 * scale, what);
        CertifiedSolution found = set.improve(2e-3).orElseThrow();
        assertTrue(found.holdsWithin(CertifiedSolution.GOOD), () -> what + found);
        assertEquals(whole.objective(), found.objective(), 2e-8 * scale, what);
        assertTrue(solved.get(0).columnCount() < program.columnCount() / 2, what);
        double[] reached = WorkingSet.prices(found.bound());
        assertArrayEquals(reached, set.price, 1e-12 * scale, what);
      }
    }
  }

  /** At the right prices the bound is the optimum. */
  @Test
  void bound_atOptimalPrices_isTheOptimum() {
    for (Goal goal : Goal.values()) {
      for (boolean quota : new boolean[] {false, true}) {
        AllocationProgram program = program(60, goal, quota);
        CertifiedSolution whole = whole(program);
        double[] price = WorkingSet.prices(whole.bound());
        double bound = set(program, goal, price, new ArrayList<>()).bound();
        double scale = program.gapScale(whole.objective());
        assertEquals(whole.objective(), bound, 2e-8 * scale, goal + " " + quota);
        assertTrue(bound >= whole.objective() - 1e-12 * scale);
      }
    }
  }

  /** What a job can get at most beyond its cost, over all mixes of two of its columns. */
  private static double best(AllocationProgram program, ColumnsByJob columns, int m, double[] p) {
    double best = Double.NEGATIVE_INFINITY;
    for (int a = columns.start[m] - 1; a < columns.start[m + 1]; a++) {
      for (int b = columns.start[m] - 1; b < columns.start[m + 1]; b++) {
        double[] rate = {0, 0};
        double[] worth = {0, 0};
        int[] both = {a, b};
        for (int i = 0; i < 2; i++) {
          int c = both[i];
          if (c >= columns.start[m]) {
            rate[i] = columns.rate[c];
            worth[i] = program.gain(c) - columns.size[c] * p[columns.pool[c]];
          }
        }
        double floor = program.floor(m);
        double[] parts = {0, 1, (floor - rate[0]) / (rate[1] - rate[0])};
        for (double x : parts) {
          if (x >= 0 && x <= 1 && (1 - x) * rate[0] + x * rate[1] >= floor * (1 - 1e-12)) {
            best = Math.max(best, (1 - x) * worth[0] + x * worth[1]);
          }
        }
      }
    }
    return best;
  }

  @Test
  void bound_ofASumUnderFloors_isWhatWorkersCostAndJobsGainBeyond() {
    AllocationProgram program = program(30, Goal.SUM, false);
    ColumnsByJob columns = ColumnsByJob.of(program, NONE);
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      double[] price = random.doubles(3, 0, 6).map(p -> p < 1 ? 0 : p).toArray();
      double expected = 0;
      for (int k = 0; k < 3; k++) {
        expected += price[k] * program.workers(k);
      }
      for (int m = 0; m < 30; m++) {
        expected += best(program, columns, m, price);
      }
      double bound = set(program, Goal.SUM, price, new ArrayList<>()).bound();
      assertEquals(expected, bound, 1e-9 * expected);
    }
  }

  /** The level whose cheapest mixes cost as much as all workers: n jobs of rate 1 share W. */
  @Test
  void bound_ofALevelOfEqualJobs_isTheirShare() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(5));
    for (int m = 0; m < 20; m++) {
      builder.job(Job.of("" + m), 2);
    }
    double[] required = new double[20];
    Arrays.fill(required, 4);
    AllocationProgram level = AllocationProgram.maximizeMinimum(builder.build(), required);
    LevelWorkingSet set = (LevelWorkingSet) set(level, Goal.LEVEL, Cases.row(3), new ArrayList<>());
    assertEquals(5.0 / 20 * 2 / 4, set.bound(), 1e-12);
    assertFalse(set.isLimitedByTime(set.bound()));
    assertTrue(set.isLimitedByTime(0.5)); // the level that all of the time would give
    required[3] = 4_000; // it takes all of its time for a level of 1/2000
    AllocationProgram slow = level.withRequirement(required);
    LevelWorkingSet limited =
        (LevelWorkingSet) set(slow, Goal.LEVEL, Cases.row(3), new ArrayList<>());
    assertEquals(0.0005, limited.bound(), 1e-15);
    assertTrue(limited.isLimitedByTime(limited.bound()));
    // the other 19 share what is left beside the one worker of the slow job
    assertEquals(4.0 / 19 * 2 / 4, limited.levelWithoutSlowest(), 1e-3);
    double[] none = new double[20];
    assertFalse(LevelWorkingSet.suits(level.withRequirement(none)));
    assertFalse(LevelWorkingSet.suits(level.withFloor(required)));
    assertTrue(LevelWorkingSet.suits(slow));
  }

  @Test
  void suits_programs_areTheirOwn() {
    AllocationProgram level = program(20, Goal.LEVEL, false);
    AllocationProgram logs = program(20, Goal.LOGARITHMS, false);
    AllocationProgram sum = program(20, Goal.SUM, false);
    assertTrue(LevelWorkingSet.suits(level) && !LevelWorkingSet.suits(sum));
    assertTrue(UtilityWorkingSet.suits(logs) && !UtilityWorkingSet.suits(level));
    assertTrue(SumWorkingSet.suits(sum) && !SumWorkingSet.suits(logs));
    double[] floor = new double[20];
    floor[2] = 0.1;
    assertFalse(UtilityWorkingSet.suits(logs.withFloor(floor)));
    AllocationProgram nothing =
        AllocationProgram.maximizeUtility(problem(20, 7), new double[20], 0);
    assertFalse(UtilityWorkingSet.suits(nothing));
  }

  /** From prices of the same program, each kind is solved; from others, it is left to others. */
  @Test
  void warmStart_anyGoal_isTheOptimumFromItsPrices() {
    for (Goal goal : Goal.values()) {
      AllocationProgram program = program(120, goal, true);
      CertifiedSolution whole = whole(program);
      double[] price = WorkingSet.prices(whole.bound());
      double[] copy = price.clone();
      Optional<CertifiedSolution> found = warm(program, price, 1e-3);
      assertTrue(found.orElseThrow().holdsWithin(CertifiedSolution.GOOD), goal.toString());
      assertArrayEquals(copy, price);
      assertTrue(warm(program, Arrays.copyOf(price, 3), 1e-3).isEmpty(), goal.toString());
      assertTrue(warm(program, Arrays.copyOf(price, 5), 1e-3).isEmpty());
      SolveLimits cancelled = NONE.withCancellation(() -> true);
      assertTrue(
          WarmStart.solve(
                  program, price, 1e-3, Samples::solveSmall, CertifiedSolution.GOOD, cancelled)
              .isEmpty());
    }
    AllocationProgram pairs = AllocationProgram.maximizeSum(Cases.pair(), Cases.row(1, 1));
    assertTrue(warm(pairs, Cases.row(1), 1e-3).isEmpty());
    AllocationProgram nothing = AllocationProgram.maximizeMinimum(problem(20, 7), new double[20]);
    assertTrue(warm(nothing, Cases.row(1, 1, 1), 1e-3).isEmpty());
  }

  private static Optional<CertifiedSolution> warm(
      AllocationProgram program, double[] price, double off) {
    return WarmStart.solve(program, price, off, Samples::solveSmall, CertifiedSolution.GOOD, NONE);
  }

  /** Of ten jobs, an error of their number leaves too many columns open. */
  @Test
  void warmStart_fewJobs_leavesThemToOthers() {
    AllocationProgram program = program(10, Goal.LEVEL, false);
    double[] price = WorkingSet.prices(whole(program).bound());
    assertTrue(warm(program, price, 0).isEmpty());
  }

  /** A working set at prices of nothing proves little, decides wrongly, and says so. */
  @Test
  void improve_pricesOfSomethingElse_doesNotClaimTooMuch() {
    for (Goal goal : Goal.values()) {
      AllocationProgram program = program(60, goal, false);
      double best = whole(program).objective();
      double scale = program.gapScale(best);
      for (double[] price : new double[][] {{1, 20, 3}, {30, 1, 1}, {0.1, 0.1, 50}}) {
        set(program, goal, price, new ArrayList<>())
            .improve(1e-3)
            .ifPresent(
                found -> {
                  assertTrue(found.objective() <= best + 2e-8 * scale, goal.toString());
                  assertTrue(found.bound().value() >= best - 2e-8 * scale, goal.toString());
                });
      }
    }
  }

  /** The small program has the undecided jobs' columns, and one job for each group of others. */
  @Test
  void reduced_ofUtilities_isExactlyUndone() {
    AllocationProgram program = program(120, Goal.LOGARITHMS, false);
    CertifiedSolution whole = CertifiedSolver.standard().solve(program);
    UtilityWorkingSet set =
        (UtilityWorkingSet)
            set(program, Goal.LOGARITHMS, WorkingSet.prices(whole.bound()), new ArrayList<>());
    assertTrue(set.decide(set.bound(), 1e-4));
    AggregatedProgram small =
        new AggregatedProgram(program, set.columnsByJob, set.uses, set.columnChoice);
    CertifiedSolution found = Samples.solveSmall(small.program(), CertifiedSolution.GOOD, NONE);
    double[] factors = small.factors(found.fractions());
    double[] x = small.undo(found.fractions(), factors);
    double[] held = new double[3];
    double[] heldBySmall = new double[3];
    for (int c = 0; c < x.length; c++) {
      assertTrue(x[c] > -1e-9 && x[c] < 1 + 1e-9);
      held[program.pool(c)] += program.size(c) * x[c];
    }
    for (int c = 0; c < small.program().columnCount(); c++) {
      heldBySmall[small.program().pool(c)] += small.program().size(c) * found.fractions()[c];
    }
    assertArrayEquals(heldBySmall, held, 1e-6);
    assertArrayEquals(new double[factors.length], minus(small.alike(1.25), 1.25));
    for (int m = 0; m < 120; m++) {
      if (set.columnChoice.isUndecided(m)) {
        double owed = small.owed(m, found.bound().prices());
        assertEquals(whole.bound().prices().ofThroughput(m), owed, 1e-4 * owed);
      }
    }
  }

  private static double[] minus(double[] values, double each) {
    return Arrays.stream(values).map(v -> v - each).toArray();
  }
}
