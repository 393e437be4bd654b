package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Intervals;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

class BudgetedMaxMinTest {

  private static final int PROMISES = Boolean.getBoolean("gavel.nightly") ? 10_000 : 200;

  private static final double TOLERANCE = 2e-6;

  @Provide
  static Arbitrary<Kind> kinds() {
    return Arbitraries.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
  }

  private static double[] row(double... rates) {
    return rates;
  }

  private static AllocationProblem problem(Random random, Kind kind) {
    return Intervals.random(Problems.random(random, kind), random);
  }

  /** Rates of the budget's set: anywhere in their intervals on few types of each job. */
  private static ThroughputMatrix truth(ThroughputMatrix uncertain, int badTypes, Random random) {
    ThroughputMatrix any = Intervals.truth(uncertain, random);
    boolean[][] bad = new boolean[uncertain.jobCount()][uncertain.typeCount()];
    for (boolean[] ofJob : bad) {
      for (int i = 0; i < badTypes; i++) {
        ofJob[random.nextInt(ofJob.length)] = true;
      }
    }
    return Intervals.mapped(
        uncertain,
        (g, i, j) ->
            bad[uncertain.group(g).member(i)][j]
                ? any.stepsPerSecond(g, i, j)
                : Math.max(any.stepsPerSecond(g, i, j), uncertain.stepsPerSecond(g, i, j)));
  }

  private static double level(AllocationProblem problem, Allocation x, ThroughputMatrix truth) {
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    int types = problem.cluster().typeCount();
    double[] throughput = new double[requirement.length];
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int i = 0; i < problem.group(g).size(); i++) {
        for (int j = 0; j < types; j++) {
          throughput[problem.group(g).member(i)] +=
              x.fraction(g, j) * truth.stepsPerSecond(g, i, j);
        }
      }
    }
    double level = Double.POSITIVE_INFINITY;
    boolean[] counts = new boolean[requirement.length];
    Arrays.fill(counts, true);
    problem.unrunnable().forEach(job -> counts[job.job()] = false);
    for (int m = 0; m < requirement.length; m++) {
      if (counts[m] && requirement[m] > 0) {
        level = Math.min(level, throughput[m] / requirement[m]);
      }
    }
    return level;
  }

  @Example
  void allocate_everyTruthWithinTheBudget_keepsTheProvedLevel() {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
    for (long seed = 0; seed < PROMISES; seed++) {
      AllocationProblem problem = problem(new Random(seed), kinds.get((int) (seed % kinds.size())));
      int badTypes = 1 + (int) (seed % 3);
      Allocation x = BudgetedMaxMin.create(badTypes).allocate(problem);
      Proof proof = Proof.of(x);
      assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), "seed %s: %s".formatted(seed, proof));
      double promised = x.certificate().objective();
      Random random = new Random(~seed);
      for (int i = 0; i < 5; i++) {
        double realised = level(problem, x, truth(problem.throughputs(), badTypes, random));
        assertTrue(
            realised >= promised * (1 - 1e-9),
            "seed %s: promised %s, realised %s".formatted(seed, promised, realised));
      }
    }
  }

  /**
   * The program of Bertsimas and Sim, which has no rows for vertices: with {@code z} and {@code
   * q_j} for each job, {@code Σ T X − Γ z − Σ q_j ≥ r t} and {@code z + q_j ≥ Σ fall X on j}. All
   * rows are "at most" a bound of at least 0, so that the simplex starts at a feasible point: its
   * search for one fails now and then.
   */
  private static double dualLevel(AllocationProblem problem, int badTypes) {
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    boolean[] counts = new boolean[requirement.length];
    Arrays.fill(counts, true);
    problem.unrunnable().forEach(job -> counts[job.job()] = false);
    int n = problem.jobCount();
    int types = problem.cluster().typeCount();
    int entries = problem.groupCount() * types;
    int level = entries + n * (types + 1);
    List<LinearConstraint> rows = new ArrayList<>();
    double[][] time = new double[n][level + 1];
    double[][] pools = new double[problem.cluster().poolCount()][level + 1];
    double[][] promise = new double[n][level + 1];
    double[][] exposed = new double[n * types][level + 1];
    double[] never = new double[level + 1];
    ThroughputMatrix rates = problem.throughputs();
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int j = 0; j < types; j++) {
        int c = g * types + j;
        never[c] = problem.runs(g, j) ? 0 : 1;
        pools[problem.cluster().poolOf(j)][c] = problem.workers(g);
        for (int i = 0; i < group.size(); i++) {
          int m = group.member(i);
          double rate = rates.stepsPerSecond(g, i, j);
          time[m][c] = 1;
          promise[m][c] = -rate;
          exposed[m * types + j][c] = rate - rates.low().stepsPerSecond(g, i, j);
        }
      }
    }
    for (int m = 0; m < n; m++) {
      rows.add(new LinearConstraint(time[m], Relationship.LEQ, 1));
      int z = entries + m * (types + 1);
      promise[m][z] = badTypes;
      for (int j = 0; j < types; j++) {
        promise[m][z + 1 + j] = 1;
        exposed[m * types + j][z] = -1;
        exposed[m * types + j][z + 1 + j] = -1;
        rows.add(new LinearConstraint(exposed[m * types + j], Relationship.LEQ, 0));
      }
      promise[m][level] = requirement[m];
      if (counts[m] && requirement[m] > 0) {
        rows.add(new LinearConstraint(promise[m], Relationship.LEQ, 0));
      }
    }
    for (int k = 0; k < pools.length; k++) {
      rows.add(new LinearConstraint(pools[k], Relationship.LEQ, problem.cluster().poolWorkers(k)));
    }
    rows.add(new LinearConstraint(never, Relationship.LEQ, 0));
    double[] objective = new double[level + 1];
    objective[level] = 1;
    return new SimplexSolver(1e-10)
        .optimize(
            new MaxIter(100_000),
            new LinearObjectiveFunction(objective, 0),
            new LinearConstraintSet(rows),
            GoalType.MAXIMIZE,
            new NonNegativeConstraint(true))
        .getValue();
  }

  /** At most three jobs of a tenth to ten times the first, for the oracle's sake. */
  private static AllocationProblem small(Random random) {
    int types = 2 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    Arrays.setAll(columns, j -> new WorkerType("type" + j, 1 + random.nextInt(3)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    int jobs = 1 + random.nextInt(4);
    for (int m = 0; m < jobs; m++) {
      double[] rates = random.doubles(types).map(u -> 1 + 9 * u).toArray();
      problem.job(Job.builder("job" + m).weight(1 + random.nextInt(3)).build(), rates);
    }
    if (jobs > 1 && random.nextBoolean()) {
      double[] a = random.doubles(types).map(u -> 1 + 5 * u).toArray();
      double[] b = random.doubles(types).map(u -> 1 + 5 * u).toArray();
      problem.pair("job0", "job1", a, b);
    }
    if (random.nextBoolean()) {
      problem.configuration("job0", "x2", 1, random.doubles(types).map(u -> 1 + 9 * u).toArray());
    }
    return Intervals.random(problem.build(), random);
  }

  @Property
  void allocate_level_isThatOfTheDualForm(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 4) int badTypes) {
    AllocationProblem problem = small(random);
    double level = BudgetedMaxMin.create(badTypes).allocate(problem).certificate().objective();
    assertEquals(dualLevel(problem, badTypes), level, TOLERANCE * level, random::toString);
  }

  @Property(tries = 100)
  void allocate_largerBudget_promisesNoMore(@ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem = problem(random, kind);
    double before = Double.POSITIVE_INFINITY;
    for (int badTypes = 0; badTypes <= 4; badTypes++) {
      double bound = BudgetedMaxMin.create(badTypes).allocate(problem).certificate().bound();
      assertTrue(bound <= before * (1 + TOLERANCE), "%s after %s".formatted(bound, before));
      before = bound;
    }
  }

  @Property(tries = 100)
  void solve_allTypesBad_isTheLevelAtTheLowerEnds(
      @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem = problem(random, kind);
    int types = problem.cluster().typeCount();
    Measure steps = Measure.throughput();
    double all =
        Program.of(problem)
            .maximize(Objective.leastAtWorst(steps, types))
            .solve(StagedSolver.create())
            .objective(0);
    double low =
        Program.of(problem.withThroughputs(problem.throughputs().low()))
            .maximize(Objective.least(steps))
            .solve(StagedSolver.create())
            .objective(0);
    assertEquals(low, all, TOLERANCE * low);
  }

  @Property(tries = 100)
  void allocate_nothingBad_isMaxMinFairnessBitForBit(
      @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem certain = Problems.random(random, kind);
    Allocation plain = MaxMinFairness.create().allocate(certain);
    assertEquals(plain, BudgetedMaxMin.create(2).allocate(certain));
    AllocationProblem uncertain = problem(random, kind);
    assertEquals(
        MaxMinFairness.create().allocate(uncertain), BudgetedMaxMin.create(0).allocate(uncertain));
  }

  /**
   * A job alone that makes 3 steps on each of two types, perhaps 1 on one of them: half of its time
   * on each promises 2, all of it on one promises 1.
   */
  @Example
  void allocate_oneOfTwoTypesBad_dividesTheTime() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
            .job(Job.of("job"), 3, 3)
            .within(row(1, 1), row(3, 3))
            .build();
    Allocation x = BudgetedMaxMin.create(1).allocate(problem);
    assertEquals(0.5, x.fraction("job", "a"), 1e-6);
    assertEquals(0.5, x.fraction("job", "b"), 1e-6);
    assertEquals(2.0 / 3, x.certificate().objective(), 1e-6); // of the equal share, 3
    assertEquals(
        1.0 / 3, BudgetedMaxMin.create(2).allocate(problem).certificate().objective(), 1e-6);
  }

  @Example
  void create_negativeBudget_isRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> BudgetedMaxMin.create(-1));
    assertEquals("number of bad worker types is -1; it must be at least 0", refused.getMessage());
  }
}
