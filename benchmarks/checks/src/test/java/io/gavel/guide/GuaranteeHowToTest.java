package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of the how-to pages on guarantees and on soft constraints, with their numbers. */
class GuaranteeHowToTest {

  private static final double CLOSE = 1e-6;

  @Test
  void guarantee_largeGang_countsByTime() {
    // right to workers: begin
    AllocationProblem.Builder teams =
        AllocationProblem.builder(Cluster.of(new WorkerType("h100", 8), new WorkerType("t4", 8)))
            .entity(new Entity("vision", 1, Discipline.FAIRNESS))
            .entity(new Entity("language", 1, Discipline.FAIRNESS))
            .job(Job.builder("detect").entity("vision").scaleFactor(8).build(), 8, 2)
            .job(Job.builder("chat").entity("language").scaleFactor(8).build(), 80, 10)
            .quota(Quota.of("vision").guaranteeing("h100", 4));
    AllocationProblem problem = teams.build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    double worth = x.certificate().prices().ofConstraint("guaranteed:vision");
    WhatIf without = WhatIf.lifting(MaxTotalThroughput.create(), problem, "guaranteed:vision");
    // right to workers: end
    assertEquals(4, x.effectiveThroughput(0), CLOSE);
    assertEquals(1.0 / 3, x.fraction("detect", "h100"), CLOSE);
    assertEquals(2.0 / 3, x.fraction("detect", "t4"), CLOSE);
    assertEquals(32.0 / 3, worth, 1e-4);
    assertTrue(without.toText().contains("detect"), without.toText());
    // lent workers: begin
    AllocationProblem cautious =
        teams.quota(Quota.of("language").guaranteeing("t4", 8).lending("t4", 2)).build();
    Allocation y = MaxTotalThroughput.create().allocate(cautious);
    // lent workers: end
    assertEquals(2, 8 * y.fraction("detect", "t4"), CLOSE);
    assertEquals(4, y.effectiveThroughput(0), CLOSE);
    // reserved workers: begin
    Quota duty = Quota.of("vision").reserving("t4", 4);
    AllocationProblem held = problem.withConstraints(ConstraintSet.none().and(duty));
    Allocation z = MaxTotalThroughput.create().allocate(held);
    // reserved workers: end
    assertTrue(8 * z.fraction("detect", "t4") >= 4 - CLOSE);
  }

  @Test
  void budget_soft_isMissedWhereThatPays() {
    // soft budget: begin
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("h100", 4), new WorkerType("t4", 4)))
            .job(Job.builder("bert").scaleFactor(2).build(), 8, 2)
            .job(Job.builder("gan").scaleFactor(4).build(), 9, 3)
            .constraint(
                Constraint.named("night budget").that(LinearForm.amount(700, 70)).atMost(1400))
            .softening("night budget", 0.004) // steps/s for each watt above 1,400
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    Map<String, Double> missed = x.missed(); // 280 W: gan runs on t4
    double price = x.certificate().prices().ofConstraint("night budget");
    // soft budget: end
    assertEquals(280, missed.get("night budget"), 1e-3);
    assertEquals(0.004, price, CLOSE);
    assertEquals(11 - 1.12, x.certificate().objective(), CLOSE);
  }
}
