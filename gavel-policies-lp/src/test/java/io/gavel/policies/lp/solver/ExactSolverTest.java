package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ExactSolverTest {

  private static final CertifiedSolver SOLVER = CertifiedSolver.standard();
  private static final ExactSolver EXACT = SOLVER.exact();

  private static AllocationProblem two() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 3, 1)
        .build();
  }

  /**
   * With a for x of the v100: 4x + (1 − x) = 3(1 − x) + x, so x = 2/5 and the level is 11/5. All
   * columns are positive, so 4y − 1y = 3(1 − y) − 1(1 − y) for the price y of a's throughput; both
   * sides are what the v100 is worth more than the k80.
   */
  @Test
  void level_ofTwoJobs_isAFraction() {
    ExactOptimum optimum =
        EXACT.solve(AllocationProgram.maximizeMinimum(two(), new double[] {1, 1}));
    assertEquals(Rational.of(11, 5), optimum.value());
    assertEquals(Rational.of(2, 5), optimum.fraction(0));
    assertEquals(Rational.of(6, 5), optimum.poolPrice(0).minus(optimum.poolPrice(1)));
    assertEquals("ExactOptimum[11/5]", optimum.toString());
  }

  /** a has 3/4 of the v100, b the rest of it and 3/4 of the k80: 3 + 3/4 + 3/4. */
  @Test
  void sum_underAConstraint_isExact() {
    AllocationProblem capped =
        two()
            .constraining(Constraint.named("cap").that(LinearForm.time().ofJobs("a")).atMost(0.75));
    ExactOptimum optimum = EXACT.solve(AllocationProgram.maximizeSum(capped, new double[] {1, 1}));
    assertEquals(Rational.of(9, 2), optimum.value());
  }

  @Test
  void solve_randomProblems_isBetweenObjectiveAndBound_orSaysThatItFailed() {
    int found = 0;
    int tried = 0;
    for (long seed = 0; seed < Integer.getInteger("gavel.exact", 60); seed++) {
      AllocationProblem problem = RandomProblems.of(seed);
      double[] ones = new double[problem.jobCount()];
      Arrays.fill(ones, 1);
      problem.unrunnable().forEach(job -> ones[job.job()] = 0);
      AllocationProgram program =
          seed % 2 == 0 && Arrays.stream(ones).sum() > 0
              ? AllocationProgram.maximizeMinimum(problem, ones)
              : AllocationProgram.maximizeSum(problem, ones);
      tried++;
      try {
        ExactOptimum optimum = EXACT.solve(program);
        Rational value = optimum.value();
        assertTrue(ExactCheck.holds(program, optimum), "seed " + seed);
        CertifiedSolution close = SOLVER.solve(program);
        double slack = 1e-12 * Math.abs(close.objective());
        assertTrue(value.compareTo(Rational.of(close.objective() - slack)) >= 0, "seed " + seed);
        DualBound bound = close.bound();
        assertTrue(value.compareTo(Rational.of(bound.value() + slack)) <= 0, "seed " + seed);
        found++;
      } catch (SolveFailedException noExactOptimum) {
        assertTrue(String.valueOf(noExactOptimum.getMessage()).startsWith("no exact optimum of "));
      }
    }
    assertTrue(found >= 0.85 * tried, found + " of " + tried);
  }

  /** Scarce workers, 30 kinds of rates with 16 digits, weights 1 to 3; 10,000 jobs nightly. */
  @Test
  void level_ofManyJobsOfFewKinds_isExact() {
    int jobs = Boolean.getBoolean("gavel.nightly") ? 10_000 : 400;
    Random random = new Random(1);
    double[][] kinds = new double[30][];
    for (int i = 0; i < kinds.length; i++) {
      double fast = 1 + 5 * random.nextDouble();
      kinds[i] = new double[] {fast, fast / 2, fast * random.nextDouble() / 5};
    }
    int workers = jobs / 16;
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v100", workers),
                new WorkerType("p100", workers),
                new WorkerType("k80", workers)));
    double[] requirement = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("job" + m), kinds[random.nextInt(kinds.length)]);
      requirement[m] = 1 + random.nextInt(3);
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(builder.build(), requirement);
    assertTrue(ExactCheck.holds(program, EXACT.solve(program)));
  }

  /** Job a needs 3 steps/s: with v of the time on v100 that is bought, 4v + (1 − v) = 3. */
  @Test
  void costOfBoughtWorkers_isAFraction() {
    Statement cheap =
        Statement.of(Goal.total(new double[4], true))
            .withFloors(new double[] {3, 0})
            .withFree(List.of(new FreeColumn("v100", 0, 1, 1, 0.75)), new double[] {0, 1});
    double[] x = {0.75, 0.25, 0, 0.75};
    Allocation stated = Certifier.certify(two(), x, cheap, Prices.zero(two()), 0);
    assertEquals(Rational.of(2, 3), EXACT.solve(stated).value());
  }

  /** Job a alone has 4 steps/s for 3, and b the least that it needs for 1; so 4 + 1 for 3 + 1. */
  @Test
  void ratio_isAFraction() {
    Goal perCost = Goal.ratio(new double[] {4, 1, 3, 1}, new double[] {3, 1, 3, 1});
    Allocation free =
        Certifier.certify(two(), new double[4], Statement.of(perCost), Prices.zero(two()), 2);
    assertEquals(Rational.of(4, 3), EXACT.solve(free).value());
    Statement floor = Statement.of(perCost).withFloors(new double[] {0, 1});
    double[] x = {0, 0, 0, 1};
    Allocation bound = Certifier.certify(two(), x, floor, Prices.zero(two()), 2);
    assertEquals(Rational.of(5, 4), EXACT.solve(bound).value());
  }

  @Test
  void ratio_ofRandomProblems_liesBetweenObjectiveAndBound() {
    int tried = 0;
    int found = 0;
    for (long seed = 0; seed < 60; seed++) {
      Allocation x = ThroughputPerCost.create().allocate(RandomProblems.of(seed));
      if (x.certificate().statement().isPresent()) {
        tried++;
        try {
          Rational best = EXACT.solve(x).value();
          Certificate claims = x.certificate();
          assertTrue(best.compareTo(Rational.of(claims.objective())) >= 0, "seed " + seed);
          assertTrue(best.compareTo(Rational.of(claims.bound())) <= 0, "seed " + seed);
          found++;
        } catch (SolveFailedException noExactOptimum) {
          assertTrue(
              String.valueOf(noExactOptimum.getMessage()).startsWith("no exact optimum of "));
        }
      }
    }
    assertTrue(tried > 40 && found >= 0.9 * tried, found + " of " + tried);
  }

  /** A finish time is the inverse of a level; its unit need not be a double. */
  @Test
  void finishTime_isAFraction() {
    Goal times = Goal.finishTimes(new double[] {10, 20}, new double[2], new double[] {3, 7});
    double[] x = {0.5, 0, 0.5, 0.5};
    Allocation stated = Certifier.certify(two(), x, Statement.of(times), Prices.zero(two()), 1);
    // q_a = 10/3 t, q_b = 20/7 t; the best mix has 4x + (1 − x) = 10/3 t, 3(1 − x) + x = 20/7 t
    assertEquals(Rational.of(320, 231), EXACT.solve(stated).value());
  }

  @Test
  void finishTime_withAPast_isRefused() {
    Goal times = Goal.finishTimes(new double[] {10, 20}, new double[] {0, 1}, new double[] {1, 1});
    Allocation stated =
        Certifier.certify(
            two(), new double[] {0.5, 0, 0.5, 0.5}, Statement.of(times), Prices.zero(two()), 1);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EXACT.solve(stated));
    assertEquals(
        "job 1 has run for 1.0 seconds; exact optima are for levels, sums, ratios and finish times"
            + " without a past",
        refused.getMessage());
  }

  @Test
  void solve_utilities_areRefused() {
    AllocationProgram logs = AllocationProgram.maximizeUtility(two(), new double[] {1, 1}, 0);
    assertThrows(IllegalArgumentException.class, () -> EXACT.solve(logs));
  }
}
