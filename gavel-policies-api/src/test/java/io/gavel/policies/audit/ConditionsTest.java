package io.gavel.policies.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each condition is met by a plain problem, and missed for one reason alone. */
class ConditionsTest {

  private static AllocationProblem.Builder plain() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4)))
        .job(job("a").build(), 4, 0);
  }

  private static Job.Builder job(String id) {
    return Job.builder(id).stepsRemaining(100);
  }

  private static Set<Condition> missed(AllocationProblem.Builder problem) {
    return EnumSet.allOf(Condition.class).stream()
        .filter(Conditions.metBy(problem.build()).negate())
        .collect(Collectors.toSet());
  }

  private static Set<Condition> missedWith(Job other) {
    return missed(plain().job(other, 3, 1));
  }

  @Test
  void metBy_plainProblem_isEachCondition() {
    assertEquals(Set.of(), missed(plain()));
    assertEquals(Set.of(), missedWith(job("b").build()));
  }

  @Test
  void metBy_jobOfAnotherKind_missesItsCondition() {
    assertEquals(Set.of(Condition.EQUAL_WEIGHTS), missedWith(job("b").weight(100).build()));
    assertEquals(
        Set.of(Condition.EQUAL_WEIGHTS, Condition.COMPARABLE_WEIGHTS),
        missedWith(job("b").weight(101).build()));
    assertEquals(Set.of(Condition.EQUAL_SIZES), missedWith(job("b").scaleFactor(2).build()));
    assertEquals(Set.of(Condition.NO_HISTORY), missedWith(job("b").secondsSinceStart(1).build()));
    assertEquals(
        Set.of(Condition.NO_HISTORY), missedWith(job("b").isolatedSecondsSoFar(1).build()));
    assertEquals(Set.of(Condition.WORK_LEFT), missedWith(job("b").stepsRemaining(0).build()));
    assertEquals(Set.of(Condition.WORK_LEFT), missedWith(Job.of("b")));
  }

  @Test
  void metBy_ratesFarApart_areNotComparable() {
    assertEquals(Set.of(), missed(plain().job(job("b").build(), 400, 4)));
    assertEquals(Set.of(Condition.COMPARABLE_RATES), missed(plain().job(job("b").build(), 401, 4)));
    assertEquals(
        Set.of(Condition.NO_PAIRS, Condition.COMPARABLE_RATES),
        missed(
            plain()
                .job(job("b").build(), 4, 4)
                .pair("a", "b", new double[] {4, 4}, new double[] {4, 0.01})));
  }

  @Test
  void metBy_rulesOfTheProblem_missTheirConditions() {
    assertEquals(Set.of(Condition.NOTHING_FORBIDDEN), missed(plain().forbid("a", "k80")));
    assertEquals(
        Set.of(Condition.NO_CONSTRAINTS),
        missed(plain().constraint(Constraint.named("cap").that(LinearForm.time()).atMost(1))));
  }

  @Test
  void metBy_jobThatRunsOnlyInAConfiguration_missesFirstWays() {
    AllocationProblem.Builder elastic = plain().job(job("b").scaleFactor(8).build(), 3, 1);
    assertFalse(missed(elastic).contains(Condition.FIRST_WAYS));
    elastic.configuration("b", "small", 1, 2, 1);
    assertTrue(missed(elastic).contains(Condition.FIRST_WAYS));
  }
}
