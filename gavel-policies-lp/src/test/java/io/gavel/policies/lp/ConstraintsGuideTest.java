package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.Explanation.Reason;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.ParetoProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of the guide on constraints, with its numbers. */
class ConstraintsGuideTest {

  private static final double CLOSE = 1e-5;

  private static double held(Allocation x, String entity, String type) {
    return x
        .problem()
        .constraining(
            Constraint.named("held")
                .that(LinearForm.workers().ofEntity(entity).onTypes(type))
                .atLeast(0))
        .constraintRows()
        .stream()
        .filter(row -> row.name().equals("held"))
        .mapToDouble(row -> x.sum(row))
        .sum();
  }

  @Test
  void coresAndMemory_areDividedByDominantShares() {
    // cores and memory: begin
    Cluster cluster = Cluster.of(new WorkerType("h100", 8));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("train").scaleFactor(4).build(), 8)
            .job(Job.of("decode"), 2)
            .job(Job.of("embed"), 3)
            .constraint(
                Constraint.resource("cores", Map.of("train", 8., "decode", 48., "embed", 4.), 64))
            .constraint(
                Constraint.resource("GB", Map.of("train", 64., "decode", 32., "embed", 256.), 256))
            .build();
    Allocation fair = DominantResourceFairness.create().allocate(problem);
    Allocation fast = MaxTotalThroughput.create().allocate(problem);
    // cores and memory: end
    assertEquals(1, fair.timeFraction(0), 1e-12);
    assertEquals(6. / 7, fair.timeFraction(1), 1e-12); // 9/14 of the cores
    assertEquals(9. / 14, fair.timeFraction(2), 1e-12); // 9/14 of the memory
    assertEquals(1, fast.timeFraction(0), CLOSE);
    assertEquals(1, fast.timeFraction(1), CLOSE);
    assertEquals(160. / 256, fast.timeFraction(2), CLOSE);
  }

  @Test
  void powerBudget_hasAPrice() {
    // power budget: begin
    Cluster cluster = Cluster.of(new WorkerType("h100", 4), new WorkerType("t4", 4));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("bert").scaleFactor(2).build(), 8, 2)
            .job(Job.builder("gan").scaleFactor(4).build(), 9, 3)
            .constraint(
                Constraint.named("night budget")
                    .that(LinearForm.amount(700, 70)) // watts per worker of each type
                    .atMost(1400))
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    double price = x.certificate().prices().ofConstraint("night budget"); // steps/s per watt
    String why = Explanation.of(x, "gan").toText();
    WhatIf unlimited = WhatIf.lifting(MaxTotalThroughput.create(), problem, "night budget");
    // power budget: end
    assertEquals(9.5, objective(x), CLOSE);
    assertTrue(price > 0, "price " + price);
    assertTrue(why.contains("night budget"), why);
    assertEquals(2, unlimited.winners().size(), unlimited.toText());
  }

  private static double objective(Allocation x) {
    return x.certificate().objective();
  }

  private static AllocationProblem.Builder teams() {
    // three teams: begin
    Cluster cluster = Cluster.of(new WorkerType("h100", 15), new WorkerType("a10", 50));
    AllocationProblem.Builder teams =
        AllocationProblem.builder(cluster)
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .entity(new Entity("b", 1, Discipline.FAIRNESS))
            .entity(new Entity("c", 1, Discipline.FAIRNESS))
            .job(Job.builder("a-train").entity("a").scaleFactor(5).build(), 50, 10)
            .job(Job.builder("a-batch").entity("a").scaleFactor(40).build(), 0, 40)
            .job(Job.builder("b-small").entity("b").scaleFactor(2).build(), 20, 4)
            .job(Job.builder("c-large").entity("c").scaleFactor(15).weight(8).build(), 150, 30);
    // three teams: end
    return teams;
  }

  /** Kueue, issue 9406: borrowing on one flavour must not erode the quota on another. */
  @Test
  void borrowingOnOneType_doesNotErodeTheGuaranteeOnAnother() {
    AllocationProblem.Builder teams = teams();
    // reservations: begin
    for (String team : List.of("a", "b", "c")) {
      teams.quota(Quota.of(team).reserving("h100", 5)); // unusable workers are lent
    }
    Allocation x = MaxMinFairness.create().allocate(teams.build());
    // reservations: end
    assertEquals(5, held(x, "a", "h100"), CLOSE);
    assertTrue(held(x, "a", "a10") > 30, "borrowed: " + held(x, "a", "a10"));
    assertEquals(2, held(x, "b", "h100"), CLOSE);
    assertEquals(8, held(x, "c", "h100"), CLOSE);
    Allocation free = MaxMinFairness.create().allocate(teams().build());
    assertTrue(held(free, "a", "h100") < 4.9, "without quotas: " + held(free, "a", "h100"));
  }

  @Test
  void lending_keepsWorkersBack() {
    AllocationProblem problem =
        teams().quota(Quota.of("b").reserving("h100", 5).lending("h100", 1)).build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    assertTrue(held(x, "a", "h100") + held(x, "c", "h100") <= 11 + CLOSE, x.toTable());
  }

  /** KAI Scheduler, design 1400: quotas by GPU type inside a quota on any GPU. */
  @Test
  void quotasByType_insideAQuotaOnAnyType() {
    // contained quotas: begin
    Cluster cluster =
        Cluster.of(new WorkerType("h100", 8), new WorkerType("a100", 8), new WorkerType("t4", 8));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .entity(new Entity("research", 1, Discipline.FAIRNESS))
            .entity(new Entity("product", 1, Discipline.FAIRNESS))
            .job(Job.builder("any-1").entity("research").scaleFactor(4).build(), 8, 5, 1)
            .job(Job.builder("any-2").entity("research").scaleFactor(4).build(), 6, 5, 2)
            .job(Job.builder("serve").entity("product").scaleFactor(8).build(), 20, 10, 4)
            .quota(Quota.of("research").limitedTo("h100", 2).limitedTo("a100", 2).limitedInAll(5))
            .quota(Quota.of("product").reserving("h100", 4))
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    Explanation why = Explanation.of(x, "any-2");
    // contained quotas: end
    assertEquals(2, held(x, "research", "h100"), CLOSE);
    assertEquals(2, held(x, "research", "a100"), CLOSE);
    assertEquals(1, held(x, "research", "t4"), CLOSE);
    assertTrue(held(x, "product", "h100") >= 4 - CLOSE, x.toTable());
    assertTrue(
        why.reasons().stream()
            .filter(Reason.Constrained.class::isInstance)
            .map(Reason.Constrained.class::cast)
            .anyMatch(reason -> reason.constraint().equals("limit:research:any")),
        why.toText());
    assertTrue(x.certificate().prices().ofConstraint("limit:research:any") > 0);
    Auditor auditor = Auditor.create().withParetoCheck(ParetoProgram.create());
    for (Invariant invariant :
        List.of(
            Invariant.CONSTRAINTS,
            Invariant.WORK_CONSERVATION,
            Invariant.PARETO_EFFICIENCY,
            Invariant.SHARING_INCENTIVE)) {
      assertInstanceOf(
          Finding.Holds.class, auditor.judge(x, invariant), () -> auditor.audit(x).toText());
    }
  }

  @Test
  void conflict_isNamed() {
    AllocationProblem.Builder teams = teams();
    // conflict: begin
    AllocationProblem impossible =
        teams
            .quota(Quota.of("a").reserving("h100", 5))
            .quota(Quota.of("b").limitedInAll(1))
            .constraint(
                Constraint.named("spare h100").that(LinearForm.workers().onTypes("h100")).atMost(4))
            .build();
    List<String> names = List.of();
    try {
      MaxMinFairness.create().allocate(impossible);
    } catch (InfeasibleProblemException infeasible) {
      names = infeasible.conflict(); // spare h100, reserved:a:h100
    }
    // conflict: end
    assertEquals(List.of("spare h100", "reserved:a:h100"), names);
  }
}
