package io.gavel.policies.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimsTest {

  private static AllocationProblem problem(Job... jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)));
    for (Job job : jobs) {
      problem.job(job, 1);
    }
    return problem.build();
  }

  @Test
  void policy_lambda_claimsNothing() {
    Policy policy = p -> Allocation.of(p, new double[0], new Certificate(0, 0, 0, Prices.zero(p)));
    assertEquals(Claims.none(), policy.claims());
    assertTrue(policy.claims().invariants().isEmpty());
  }

  @Test
  void include_claimWithConditions_countsWhereAllAreMet() {
    Claims claims =
        Claims.rules()
            .and(Invariant.SHARING_INCENTIVE, Condition.EQUAL_WEIGHTS, Condition.NO_PAIRS);
    assertTrue(
        claims.include(
            Invariant.SHARING_INCENTIVE, Auditor.met(problem(Job.of("a"), Job.of("b")))));
    AllocationProblem unequal = problem(Job.of("a"), Job.builder("b").weight(2).build());
    assertFalse(claims.include(Invariant.SHARING_INCENTIVE, Auditor.met(unequal)));
    assertTrue(claims.include(Invariant.CAPACITY, Auditor.met(unequal)));
    assertFalse(claims.include(Invariant.PARETO_EFFICIENCY, Auditor.met(unequal)));
  }

  @Test
  void and_doesNotChangeTheOriginal() {
    Claims rules = Claims.rules();
    assertFalse(rules.equals(rules.and(Invariant.PROVED)));
    assertEquals(rules, rules.and(Invariant.PROVED).without(Invariant.PROVED));
    assertEquals(rules.hashCode(), Claims.rules().hashCode());
  }

  @Test
  void conditions_unclaimedInvariant_namesTheClaimedOnes() {
    Claims claims = Claims.none().and(Invariant.TIME, Condition.WORK_LEFT);
    assertEquals(Set.of(Condition.WORK_LEFT), claims.conditions(Invariant.TIME));
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> claims.conditions(Invariant.ENVY_FREENESS));
    assertEquals("envy-freeness is not claimed; claimed are [time]", error.getMessage());
    assertEquals("time (work left)", claims.toString());
  }

  @Test
  void conditions_problems_areMetWhereTheySay() {
    AllocationProblem plain = problem(Job.of("a"), Job.of("b"));
    assertTrue(Auditor.met(plain).test(Condition.NO_HISTORY));
    assertFalse(Auditor.met(plain).test(Condition.WORK_LEFT));
    AllocationProblem other =
        problem(
            Job.builder("a").stepsRemaining(1).secondsSinceStart(1).build(),
            Job.builder("b").stepsRemaining(2).scaleFactor(2).build());
    assertFalse(Auditor.met(other).test(Condition.NO_HISTORY));
    assertTrue(Auditor.met(other).test(Condition.WORK_LEFT));
    assertFalse(Auditor.met(other).test(Condition.EQUAL_SIZES));
    assertTrue(Auditor.met(other).test(Condition.EQUAL_WEIGHTS));
    Job heavy = Job.builder("heavy").weight(100).build();
    assertTrue(Auditor.met(problem(heavy, Job.of("b"))).test(Condition.COMPARABLE_WEIGHTS));
    Job heavier = Job.builder("heavy").weight(101).build();
    assertFalse(Auditor.met(problem(heavier, Job.of("b"))).test(Condition.COMPARABLE_WEIGHTS));
    AllocationProblem.Builder rates =
        AllocationProblem.builder(plain.cluster()).job(Job.of("a"), 0);
    assertTrue(Auditor.met(rates.build()).test(Condition.COMPARABLE_RATES));
    rates.job(Job.of("b"), 2).job(Job.of("c"), 200);
    assertTrue(Auditor.met(rates.build()).test(Condition.COMPARABLE_RATES));
    assertFalse(Auditor.met(rates.job(Job.of("d"), 201).build()).test(Condition.COMPARABLE_RATES));
    AllocationProblem pairs =
        AllocationProblem.builder(plain.cluster())
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .pair("a", "b", new double[] {1}, new double[] {1})
            .build();
    assertFalse(Auditor.met(pairs).test(Condition.NO_PAIRS));
    assertTrue(Auditor.met(plain).test(Condition.NO_PAIRS));
  }

  @Test
  void include_problemWithConstraints_leavesOutWhatTheyMayBreak() {
    Claims claims = Claims.none().and(Invariant.SHARING_INCENTIVE).and(Invariant.PARETO_EFFICIENCY);
    AllocationProblem free = problem(Job.of("a"));
    AllocationProblem bound =
        free.constraining(Constraint.named("cap").that(LinearForm.time()).atMost(1));
    assertTrue(claims.include(Invariant.SHARING_INCENTIVE, Auditor.met(free)));
    assertFalse(claims.include(Invariant.SHARING_INCENTIVE, Auditor.met(bound)));
    assertTrue(claims.include(Invariant.PARETO_EFFICIENCY, Auditor.met(bound)));
  }

  @Test
  void invariants_ofClaims_areThoseAdded() {
    Claims claims = Claims.none().and(Invariant.PROVED).and(Invariant.TIME, Condition.WORK_LEFT);
    assertEquals(List.of(Invariant.TIME, Invariant.PROVED), List.copyOf(claims.invariants()));
    claims.invariants().clear();
    assertEquals(2, claims.invariants().size());
  }
}
