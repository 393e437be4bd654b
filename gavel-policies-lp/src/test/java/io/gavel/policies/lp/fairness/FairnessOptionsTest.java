package io.gavel.policies.lp.fairness;

import static io.gavel.policies.lp.Cases.pair;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Claims and refusals of policies by their options. */
final class FairnessOptionsTest {

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
