package io.gavel.policies.lp.fairness;

import static io.gavel.policies.lp.Cases.pair;
import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.steps;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One worker; jobs of 8 steps at 2 a second and 6 steps at 1 a second, both since now. */
final class NearFairnessTest {

  private static final double PART = 0.2;

  private final AllocationProblem two = steps(problem(workers(1), row(2), row(1)), 8, 6);

  private void requireFloors(EpsilonOptimal policy, double objective, double first, double second) {
    Allocation optimum = policy.allocate(two);
    assertEquals(objective, optimum.certificate().objective(), 1e-6);
    NearOptimalSet near = policy.near(two, optimum, PART);
    assertEquals(first, near.program().floor(0), 1e-6);
    assertEquals(second, near.program().floor(1), 1e-6);
    assertEquals(0, near.leastGain());
    assertEquals(objective, near.objective().applyAsDouble(fractions(near, optimum)), 1e-6);
  }

  private static double[] fractions(NearOptimalSet near, Allocation x) {
    double[] fractions = new double[near.program().columnCount()];
    for (int c = 0; c < fractions.length; c++) {
      fractions[c] = x.fraction(near.program().first(c), 0);
    }
    return fractions;
  }

  /** Alone the jobs have 2 and 1; each has half of that, and is owed four fifths of it. */
  @Test
  void near_maxMin_owesTheLowerLevel() {
    requireFloors(MaxMinFairness.create(), 0.5, 0.8, 0.4);
  }

  /** 4 + 6 seconds of work may take 12.5. */
  @Test
  void near_makespan_owesTheLaterEnd() {
    requireFloors(Makespan.create(), 10, 8 / 12.5, 6 / 12.5);
  }

  /** By themselves on half of the worker the jobs need 8 and 12 seconds; ρ may be 1.25. */
  @Test
  void near_finishTime_owesTheLaterEnd() {
    requireFloors(FinishTimeFairness.create(), 1, 8 / (1.25 * 8), 6 / (1.25 * 12));
  }

  @Test
  void near_envyCap_isNotSupported() {
    MaxMinFairness capped = MaxMinFairness.create().withEnvyCap(1);
    Allocation optimum = capped.allocate(two);
    assertThrows(UnsupportedOperationException.class, () -> capped.near(two, optimum, PART));
  }

  @Test
  void claims_envyCap_areThoseThatTheCapLeaves() {
    MaxMinFairness fair = MaxMinFairness.create();
    assertTrue(fair.claims().invariants().contains(Invariant.PARETO_EFFICIENCY));
    MaxMinFairness free = fair.withEnvyCap(1);
    assertFalse(free.claims().invariants().contains(Invariant.PARETO_EFFICIENCY));
    assertTrue(free.claims().invariants().contains(Invariant.ENVY_FREENESS));
    assertFalse(
        fair.withEnvyCap(2).claims().invariants().contains(Invariant.ENVY_FREENESS), "only at 1");
  }

  /** The incentive holds for unequal weights only if the shares are weighted, too. */
  @Test
  void claims_weightedShares_dependOnWeights() {
    FinishTimeFairness plain = FinishTimeFairness.create();
    assertFalse(ofIncentive(plain).contains(Condition.EQUAL_WEIGHTS));
    assertTrue(ofIncentive(plain.withWeightedShares()).contains(Condition.EQUAL_WEIGHTS));
  }

  private static Set<Condition> ofIncentive(Policy policy) {
    return policy.claims().conditions(Invariant.SHARING_INCENTIVE);
  }

  @Test
  void allocate_pairs_areRefusedWhereEnvyIsCompared() {
    AllocationProblem pair = pair();
    CertifiedSolver solver = CertifiedSolver.standard();
    for (Policy policy :
        List.of(
            MaxEnvyFree.create().withSolver(solver),
            EqualThroughput.create().withSolver(solver),
            MaxMinFairness.create().withEnvyCap(1))) {
      assertEquals(0, policy.allocate(pair.withoutPairs()).maxViolation(), 1e-9);
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(pair));
      assertTrue(error.getMessage().contains("pair"), error::getMessage);
    }
  }
}
