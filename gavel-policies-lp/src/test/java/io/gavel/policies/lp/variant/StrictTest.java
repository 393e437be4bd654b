package io.gavel.policies.lp.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StrictTest {

  private static final Policy STRICT = Strict.of(new EqualShare());

  private static AllocationProblem problem(Job.Builder job) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
        .job(job.build(), 2)
        .build();
  }

  private static void assertRefused(String beginning, String aspect, AllocationProblem problem) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> STRICT.allocate(problem)).getMessage();
    assertEquals(beginning + ", but EqualShare does not read " + aspect, message);
  }

  @Test
  void allocate_whatWouldBeIgnored_isRefusedByName() {
    Job.Builder a = Job.builder("a");
    assertRefused("job \"a\" has weight 2.0", "weights", problem(Job.builder("a").weight(2)));
    assertRefused("job \"a\" has an SLO of 9.0 s", "SLOs", problem(Job.builder("a").sloSeconds(9)));
    assertRefused(
        "job \"a\" has 5.0 steps remaining", "steps", problem(Job.builder("a").stepsRemaining(5)));
    assertRefused(
        "job \"a\" has a history", "history", problem(Job.builder("a").secondsSinceStart(1)));
    assertRefused(
        "job \"a\" has a history", "history", problem(Job.builder("a").isolatedSecondsSoFar(1)));
    assertRefused(
        "job \"a\" has a history",
        "history",
        problem(Job.builder("a").history(History.none().withRestarts(1))));
    WorkerType priced = new WorkerType("v100", 1).withPricePerHour(0.5);
    assertRefused(
        "worker type \"v100\" costs 0.5 an hour",
        "prices",
        problem(a).withCluster(Cluster.of(priced)));
  }

  @Test
  void allocate_intervals_areRefused() {
    assertRefused(
        "throughputs are uncertain",
        "intervals",
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 2)
            .within(new double[] {1}, new double[] {3})
            .build());
  }

  @Test
  void allocate_entitiesWithAndWithoutJobs_areRefused() {
    Entity team = new Entity("team", 1, Discipline.FAIRNESS);
    Job member = Job.builder("a").entity("team").build();
    AllocationProblem bare = problem(Job.builder("a"));
    assertRefused(
        "job \"a\" belongs to entity \"team\"",
        "entities",
        AllocationProblem.of(bare.cluster(), List.of(member), bare.throughputs(), List.of(team)));
    assertRefused(
        "there is an entity \"team\"",
        "entities",
        AllocationProblem.of(bare.cluster(), bare.jobs(), bare.throughputs(), List.of(team)));
  }

  @Test
  void allocate_pairs_areRefused() {
    AllocationProblem pair =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 2)
            .job(Job.of("b"), 2)
            .pair("a", "b", new double[] {1}, new double[] {1})
            .build();
    assertRefused("jobs \"a\" and \"b\" may share workers", "pairs", pair);
    assertEquals(
        new EqualShare().allocate(pair.withoutPairs()), STRICT.allocate(pair.withoutPairs()));
  }

  @Test
  void allocate_whatIsReadOrAllowed_isAnswered() {
    AllocationProblem weighted = problem(Job.builder("a").weight(2).stepsRemaining(3));
    Policy fair = MaxMinFairness.create();
    Strict strict = Strict.of(fair);
    assertThrows(IllegalArgumentException.class, () -> strict.allocate(weighted));
    assertEquals(fair.allocate(weighted), strict.ignoring(Aspect.STEPS).allocate(weighted));
    Policy tree = WaterFilling.create().overEntities();
    assertEquals(tree.allocate(weighted), Strict.of(tree).allocate(weighted));
  }

  @Test
  void allocate_policyOfWhichNothingIsKnown_isNeverRefused() {
    Policy unknown = problem -> new EqualShare().allocate(problem);
    assertEquals(Aspect.all(), unknown.reads());
    AllocationProblem problem = problem(Job.builder("a").weight(2).stepsRemaining(3));
    assertEquals(unknown.allocate(problem), Strict.of(unknown).allocate(problem));
  }

  @Test
  void reads_allThatItMayRefuse() {
    assertEquals(Aspect.minus(Aspect.all(), Aspect.ARRIVAL_ORDER), STRICT.reads());
    assertEquals(
        Aspect.minus(Aspect.all(), Aspect.ARRIVAL_ORDER, Aspect.STEPS),
        Strict.of(MaxMinFairness.create()).ignoring(Aspect.STEPS, Aspect.WEIGHTS).reads());
    assertEquals(new EqualShare().claims(), STRICT.claims());
  }

  @Test
  void ignoring_inAnyOrder_isEqual() {
    Strict strict = Strict.of(new EqualShare());
    assertEquals(
        strict.ignoring(Aspect.STEPS).ignoring(Aspect.WEIGHTS),
        strict.ignoring(Aspect.WEIGHTS, Aspect.STEPS));
    assertNotEquals(strict, strict.ignoring(Aspect.STEPS));
    assertEquals(
        "Strict[policy=EqualShare, ignored=[steps]]", strict.ignoring(Aspect.STEPS).toString());
  }

  /** A policy that says it looks at nothing but rates. */
  private static final Policy BLIND =
      new Policy() {
        @Override
        public Allocation allocate(AllocationProblem problem) {
          return new EqualShare().allocate(problem);
        }

        @Override
        public Set<Aspect> reads() {
          return Set.of();
        }

        @Override
        public String toString() {
          return "blind";
        }
      };

  private static void assertNotRead(String message, AllocationProblem problem) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> Strict.of(BLIND).allocate(problem))
            .getMessage());
  }

  @Test
  void allocate_whatHardlyAnyPolicyIgnores_isRefusedByName() {
    AllocationProblem bare = problem(Job.builder("a"));
    assertEquals(BLIND.allocate(bare), Strict.of(BLIND).allocate(bare));
    assertNotRead(
        "there is constraint \"few\", but blind does not read constraints",
        bare.constraining(Constraint.named("few").that(LinearForm.workers()).atMost(0.5)));
    assertNotRead(
        "job \"a\" takes 300 thousandths of a worker, but blind does not read shares",
        problem(Job.builder("a").gpuMilli(300)));
    assertNotRead(
        "job \"b\" has configurations, but blind does not read configurations",
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("a"), 2)
            .job(Job.of("b"), 2)
            .configuration("b", "wide", 2, 3)
            .build());
    double[] half = {1};
    assertNotRead(
        "jobs may share workers by their types, but blind does not read pairs",
        problem(Job.builder("a").type("x"))
            .sharingByType(PairThroughputs.builder(1).pair("x", "x", 1, half, half).build()));
  }
}
