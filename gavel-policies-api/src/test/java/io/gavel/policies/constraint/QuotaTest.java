package io.gavel.policies.constraint;

import static io.gavel.policies.Errors.assertNames;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaTest {

  private static AllocationProblem.Builder builder() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("h100", 15), new WorkerType("a10", 50)))
        .entity(new Entity("a", 1, Discipline.FAIRNESS))
        .entity(new Entity("b", 1, Discipline.FAIRNESS))
        .entity(new Entity("b1", Optional.of("b"), 1, Discipline.FAIRNESS))
        .job(Job.builder("j0").entity("a").scaleFactor(8).build(), 4, 1)
        .job(Job.builder("j1").entity("b").scaleFactor(1).build(), 4, 1)
        .job(Job.builder("j2").entity("b1").scaleFactor(2).build(), 4, 1)
        .job(Job.builder("j3").entity("b1").scaleFactor(4).build(), 0, 1);
  }

  private static List<String> rules(Quota... quotas) {
    AllocationProblem.Builder problem = builder();
    for (Quota quota : quotas) {
      problem.quota(quota);
    }
    return problem.build().constraintRows().stream().map(LinearRow::toString).toList();
  }

  @Test
  void standsForRulesWithNames() {
    Quota quota =
        Quota.of("a").reserving("h100", 5).lending("h100", 2).limitedTo("a10", 20).limitedInAll(25);
    assertEquals(
        List.of(
            "\"reserved:a:h100\" ≥ 5.0",
            "\"lending:a:h100\" ≤ 12.0",
            "\"limit:a:a10\" ≤ 20.0",
            "\"limit:a:any\" ≤ 25.0"),
        rules(quota));
  }

  @Test
  void reservesNoMoreThanTheJobsCanUse() {
    assertEquals(List.of("\"reserved:b:h100\" ≥ 3.0"), rules(Quota.of("b").reserving("h100", 5)));
    AllocationProblem problem = builder().quota(Quota.of("a").reserving("h100", 5)).build();
    assertEquals(List.of(), problem.forbidding("j0", "h100").constraintRows());
    Cluster smaller = Cluster.of(new WorkerType("h100", 4), new WorkerType("a10", 50));
    assertEquals(List.of(), problem.withCluster(smaller).constraintRows()); // a gang of 8
  }

  @Test
  void othersUseWhatIsLent() {
    AllocationProblem problem =
        builder().quota(Quota.of("b").reserving("h100", 5).lending("h100", 0)).build();
    LinearRow lending = problem.constraintRows().get(1);
    assertEquals(10, lending.bound());
    assertEquals(8, lending.coefficientOf(0));
    assertEquals(0, lending.coefficientOf(2 * 2));
    assertEquals(0, lending.coefficientOf(1));
    assertEquals(1, rules(Quota.of("b").reserving("h100", 5).lending("h100", 5)).size());
  }

  @Test
  void losesARule() {
    AllocationProblem problem =
        builder().quota(Quota.of("b").reserving("h100", 5).limitedInAll(7)).build();
    assertEquals(
        List.of(Quota.of("b").reserving("h100", 5)),
        problem.withoutConstraint("limit:b:any").quotas());
    assertEquals(
        List.of(Quota.of("b").limitedInAll(7)),
        problem.withoutConstraint("reserved:b:h100").quotas());
    assertNames(
        () -> problem.withoutConstraint("limit:b:h100"), "known: reserved:b:h100, limit:b:any");
  }

  @Test
  void refusesWrongNumbers() {
    assertNames(
        () -> Quota.of("a").reserving("h100", Double.NaN),
        "reserved workers of type \"h100\" of entity \"a\" is NaN");
    assertNames(
        () -> Quota.of("a").limitedTo("h100", -1),
        "limit workers of type \"h100\" of entity \"a\" is -1.0");
    assertNames(() -> Quota.of("a").limitedInAll(-1), "\"a\" is -1.0");
    assertNames(
        () -> Quota.of("a").reserving("h100", 5).limitedTo("h100", 4),
        "reserves 5.0 workers of type \"h100\" and is limited to 4.0");
    assertNames(
        () -> Quota.of("a").reserving("h100", 5).limitedInAll(4),
        "reserves 5.0 workers of all types and is limited to 4.0");
    assertNames(
        () -> Quota.of("a").reserving("h100", 5).lending("h100", 6),
        "lends 6.0 workers of type \"h100\" and has 5.0 guaranteed");
  }

  @Test
  void refusesWhatTheProblemLacks() {
    assertNames(
        () -> rules(Quota.of("z").limitedInAll(1)),
        "quota of entity \"z\": there is no entity \"z\"");
    assertNames(() -> rules(Quota.of("z")), "quota of entity \"z\": there is no entity \"z\"");
    assertNames(
        () -> rules(Quota.of("a").limitedTo("t4", 1)),
        "quota of entity \"a\": there is no worker type \"t4\"");
    assertNames(() -> rules(Quota.of("a"), Quota.of("a")), "quota of entity \"a\" is stated twice");
  }

  @Test
  void refusesGuaranteesAboveTheWorkers() {
    assertNames(
        () -> rules(Quota.of("a").reserving("h100", 16)),
        "16.0 workers of type \"h100\" are reserved (16.0 to \"a\")",
        "there are 15");
    assertNames(
        () -> rules(Quota.of("a").reserving("h100", 9), Quota.of("b1").reserving("h100", 7)),
        "(9.0 to \"a\", 7.0 to \"b1\")");
    assertEquals(
        2, rules(Quota.of("b").reserving("h100", 9), Quota.of("b1").reserving("h100", 7)).size());
  }

  @Test
  void refusesARuleWithTheNameOfAConstraint() {
    AllocationProblem.Builder problem =
        builder()
            .constraint(Constraint.named("limit:a:any").that(LinearForm.time()).atMost(1))
            .quota(Quota.of("a").limitedInAll(1));
    assertNames(problem::build, "\"limit:a:any\" is stated twice");
  }

  @Test
  void allowsTheLimitItself() {
    Quota quota = Quota.of("a").reserving("h100", 5).limitedTo("h100", 5).limitedInAll(5);
    assertEquals(quota, Quota.of("a").limitedInAll(5).limitedTo("h100", 5).reserving("h100", 5));
    // All 15 workers, of which a gang of 8 can use no more.
    assertEquals(List.of("\"reserved:a:h100\" ≥ 8.0"), rules(Quota.of("a").reserving("h100", 15)));
  }

  @Test
  void refusesEveryRuleWithTheNameOfAConstraint() {
    Quota quota = Quota.of("a").reserving("h100", 5).lending("h100", 2).limitedTo("a10", 20);
    for (String rule : List.of("reserved:a:h100", "lending:a:h100", "limit:a:a10")) {
      AllocationProblem.Builder problem =
          builder()
              .constraint(Constraint.named(rule).that(LinearForm.time()).atMost(1))
              .quota(quota);
      assertNames(problem::build, "\"" + rule + "\" is stated twice");
    }
  }

  @Test
  void guaranteesAreRightsThatAPolicyStates() {
    AllocationProblem problem =
        builder().quota(Quota.of("b").guaranteeing("h100", 5).limitedInAll(7)).build();
    assertEquals(List.of("limit:b:any", "guaranteed:b"), problem.constraintNames());
    assertNames(
        () -> problem.constraintSet().requireRightsStated("it"),
        "it does not support guarantees",
        "\"guaranteed:b\"");
    Constraint row =
        Constraint.named("guaranteed:b").that(LinearForm.steps().ofEntity("b")).atLeast(2);
    Constraint further =
        Constraint.named("guaranteed:b:j1").that(LinearForm.steps().ofJobs("j1")).atLeast(1);
    AllocationProblem stated =
        problem.withConstraints(
            problem.constraintSet().withRights(Optional.of(List.of(row, further))));
    assertEquals(
        List.of("limit:b:any", "guaranteed:b", "guaranteed:b:j1"), stated.constraintNames());
    stated.constraintSet().requireRightsStated("it");
    for (String name : List.of("guaranteed:b", "guaranteed:b:j1")) {
      AllocationProblem without = stated.withoutConstraint(name);
      assertEquals(List.of("limit:b:any"), without.constraintNames());
      assertEquals(List.of(Quota.of("b").limitedInAll(7)), without.quotas());
    }
    assertEquals(problem, stated.edit().build()); // other jobs would have other rights
    assertEquals(problem, stated.withCluster(stated.cluster()));
    assertEquals(stated, ProblemSnapshot.parse(ProblemSnapshot.print(stated)));
  }

  @Test
  void guaranteesThatAreScaledFit() {
    AllocationProblem.Builder much =
        builder()
            .quota(Quota.of("a").guaranteeing("h100", 20).lending("h100", 5))
            .quota(Quota.of("b").guaranteeing("h100", 5).reserving("h100", 3));
    assertNames(
        much::build,
        "25.0 workers of type \"h100\" are guaranteed or reserved (20.0 to \"a\", 5.0 to \"b\")",
        "there are 15");
    AllocationProblem problem = much.scalingGuarantees().build();
    ConstraintSet set = problem.constraintSet();
    assertEquals(12, set.entitlements(problem, "h100").get("a"), 1e-9); // 20 f + max(5 f, 3) = 15
    assertEquals(3, set.entitlements(problem, "h100").get("b"), 1e-9);
    assertEquals(0, set.entitlements(problem, "a10").get("a"));
    assertEquals(15 - 12 * 0.75, problem.constraintRows().get(0).bound(), 1e-9);
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
    assertNames(
        () -> builder().scalingGuarantees().quota(Quota.of("a").reserving("h100", 16)).build(),
        "16.0 workers of type \"h100\" are reserved");
  }

  @Test
  void typesOfOnePoolShareItsWorkers() {
    Cluster cluster =
        Cluster.of(new WorkerType("fast", 4, 0, 1, "gpu"), new WorkerType("slow", 4, 0, 1, "gpu"));
    AllocationProblem.Builder problem =
        AllocationProblem.builder(cluster)
            .entity(new Entity("a", 1, Entity.Discipline.FAIRNESS))
            .quota(Quota.of("a").guaranteeing("fast", 3).guaranteeing("slow", 2));
    assertNames(problem::build, "5.0 workers of type \"fast, slow\" are guaranteed (5.0 to \"a\")");
  }

  @Test
  void lostWorkersAreNotGuaranteed() {
    AllocationProblem problem = builder().quota(Quota.of("b").guaranteeing("h100", 5)).build();
    AllocationProblem smaller =
        problem.withCluster(Cluster.of(new WorkerType("h100", 4), new WorkerType("a10", 50)));
    assertEquals(4, smaller.constraintSet().entitlements(smaller, "h100").get("b"));
    AllocationProblem two =
        smaller.withConstraints(smaller.constraintSet().and(Quota.of("a").guaranteeing("h100", 1)));
    assertNames(
        () -> two.constraintSet().entitlements(two, "h100").get("b"),
        "5.0 workers of type \"h100\" are guaranteed (1.0 to \"a\", 5.0 to \"b\") and there are 4");
  }

  @Test
  void refusesATypeWithoutName() {
    assertNames(() -> Quota.of("a").limitedTo(" ", 1), "name of a worker type in a quota is blank");
  }
}
