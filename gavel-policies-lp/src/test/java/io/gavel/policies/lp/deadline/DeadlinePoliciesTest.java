package io.gavel.policies.lp.deadline;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the decorators of deadlines take over from the policy, and what they change. */
final class DeadlinePoliciesTest {

  @Test
  void decorators_readAndClaimWhatThePolicyDoes() {
    Policy plain = new IsolatedShare();
    SloMargin margin = SloMargin.of(plain, 60);
    assertEquals(plain.reads(), margin.reads());
    assertEquals(plain.claims(), margin.claims());
    BestEffort effort = BestEffort.of(plain);
    assertTrue(effort.reads().containsAll(plain.reads()));
    assertTrue(effort.reads().contains(Aspect.SLOS));
    assertTrue(effort.claims().invariants().contains(Invariant.UNIT_INVARIANCE));
    assertFalse(effort.claims().invariants().contains(Invariant.EQUAL_TREATMENT));
  }

  @Test
  void decorators_ofOtherOptions_areNotEqual() {
    CertifiedSolver loose = CertifiedSolver.standard().within(new Tolerance(0, 1e-5));
    List<Policy> all =
        List.of(
            SloMargin.of(new IsolatedShare(), 60),
            SloMargin.of(new IsolatedShare(), 0),
            SloMargin.of(ThroughputPerCost.create(), 60),
            BestEffort.of(new IsolatedShare()),
            BestEffort.of(ThroughputPerCost.create()),
            BestEffort.of(new IsolatedShare()).withSolver(loose));
    for (Policy one : all) {
      all.forEach(other -> assertEquals(one == other, one.equals(other)));
    }
  }

  @Test
  void margin_withoutDeadlines_isThePolicysAnswer() {
    var free = problem(workers(1, 1), row(4, 1), row(2, 1));
    assertEquals(
        new IsolatedShare().allocate(free), SloMargin.of(new IsolatedShare(), 60).allocate(free));
  }
}
