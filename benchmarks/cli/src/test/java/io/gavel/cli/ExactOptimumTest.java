package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Optima by hand of two jobs on a worker of each of two types, and of random problems. */
final class ExactOptimumTest {

  private static final AllocationProblem TWO =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
          .job(Job.of("a"), 4, 1)
          .job(Job.of("b"), 3, 1)
          .build();

  private static final Goal STEPS = Goal.total(new double[] {4, 1, 3, 1}, false);

  private static void assertOptimum(Rational expected, Statement statement) {
    assertEquals(Optional.of(expected), optimum(statement));
  }

  private static Optional<Rational> optimum(Statement statement) {
    Certificate nothing = new Certificate(0, 0, 0, Prices.zero(TWO)).withStatement(statement);
    return ExactOptimum.of(Proof.text(Allocation.of(TWO, new double[4], nothing)));
  }

  /** A step costs 3/4 on the first type and 1 on the other. */
  @Test
  void of_minimum_isTheLeastCost() {
    Goal cost = Goal.total(new double[] {3, 1, 3, 1}, true);
    assertOptimum(Rational.of(3, 2), Statement.of(cost).withFloors(new double[] {2, 0}));
  }

  /** At a cap of b on a's time on the first type and b's on the other: 4 + b/2. */
  @Test
  void of_totalUnderARow_countsIt() {
    LinearRow cap =
        LinearRow.of("cap", Relation.AT_MOST, 0.5, new int[] {0, 3}, new double[] {1, 1});
    assertOptimum(Rational.of(17, 4), Statement.of(STEPS).withRows(List.of(cap)));
  }

  /** A quarter of a worker is bought: 4 + 3/4 + 3/4. The quantity next to it adds 3/2. */
  @Test
  void of_totalWithFreeVariables_countsThem() {
    List<FreeVariable> free =
        List.of(
            new FreeVariable("workers", 0, 1, 0, 0),
            new FreeVariable("quantity", FreeVariable.NO_POOL, 3, 0.5, 0));
    LinearRow budget =
        LinearRow.of("budget", Relation.AT_MOST, 0.5, new int[0], new double[0], 2, 0);
    assertOptimum(
        Rational.of(7, 1),
        Statement.of(STEPS).withFree(free, new double[] {1, 1}).withRows(List.of(budget)));
  }

  /** Both jobs have 11/5: 4x + (1 − x) and 3(1 − x) + x. */
  @Test
  void of_level_isAFraction() {
    assertOptimum(Rational.of(11, 5), Statement.of(Goal.level(new double[] {1, 1})));
    assertOptimum(
        Rational.of(4, 1),
        Statement.of(Goal.level(new double[] {1, 0})).withFloors(new double[] {0, 1}));
  }

  @Test
  void of_floorsThatCannotBeMet_isEmpty() {
    Statement apart = Statement.of(STEPS).withFloors(new double[] {4, 2});
    assertEquals(Optional.empty(), optimum(apart));
  }

  /** Job a alone has 4 steps/s for 3, and b the least that it needs for 1; so 4 + 1 for 3 + 1. */
  @Test
  void of_ratio_isAFraction() {
    Goal perCost = Goal.ratio(new double[] {4, 1, 3, 1}, new double[] {3, 1, 3, 1});
    assertOptimum(Rational.of(4, 3), Statement.of(perCost));
    assertOptimum(Rational.of(5, 4), Statement.of(perCost).withFloors(new double[] {0, 1}));
  }

  /** The best mix has 4x + (1 − x) = 10/3 t and 3(1 − x) + x = 20/7 t. */
  @Test
  void of_finishTime_isTheInverseOfALevel() {
    Goal times = Goal.finishTimes(new double[] {10, 20}, new double[2], new double[] {3, 7});
    assertOptimum(Rational.of(320, 231), Statement.of(times));
    Goal past = Goal.finishTimes(new double[] {10, 20}, new double[] {0, 1}, new double[] {1, 1});
    assertThrows(IllegalArgumentException.class, () -> optimum(Statement.of(past)));
  }

  @Test
  void of_welfare_isRefused() {
    Statement logs = Statement.of(Goal.welfare(new double[] {1, 1}, 0));
    assertThrows(IllegalArgumentException.class, () -> optimum(logs));
  }

  @Test
  void of_randomProblems_liesBetweenObjectiveAndBound() {
    List<Policy> policies =
        List.of(MaxMinFairness.create(), MaxTotalThroughput.create(), ThroughputPerCost.create());
    int checked = 0;
    for (long seed = 0; seed < 20; seed++) {
      for (Policy policy : policies) {
        Allocation x = policy.allocate(RandomProblems.of(seed));
        Certificate claims = x.certificate();
        if (claims.statement().isPresent()) {
          Rational best = ExactOptimum.of(Proof.text(x)).orElseThrow();
          String message = policy + " of seed " + seed + ": " + best;
          assertTrue(best.compareTo(Rational.of(claims.objective())) >= 0, message);
          assertTrue(best.compareTo(Rational.of(claims.bound())) <= 0, message);
          checked++;
        }
      }
    }
    assertTrue(checked >= 50, checked + " certificates");
  }
}
