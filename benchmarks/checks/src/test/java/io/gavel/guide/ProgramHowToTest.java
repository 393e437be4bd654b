package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the how-to pages on programs: policies of one's own, and capacity to buy. */
class ProgramHowToTest {

  private static AllocationProblem teams() {
    // two teams: begin
    Cluster cluster = Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 8));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .entity(new Entity("vision", 1, Discipline.FAIRNESS))
            .entity(new Entity("language", 1, Discipline.FAIRNESS))
            .job(Job.builder("detect").entity("vision").weight(2).build(), 4, 2)
            .job(Job.builder("segment").entity("vision").scaleFactor(2).build(), 6, 2)
            .job(Job.builder("chat").entity("language").scaleFactor(4).build(), 10, 2)
            .job(Job.builder("embed").entity("language").build(), 3, 1)
            .build();
    // two teams: end
    return problem;
  }

  @Test
  void policy_quotaCostAndLevel_isAProgram() {
    AllocationProblem problem = teams();
    // policy as a program: begin
    Measure share =
        Measure.throughput().per(Normalizer.EQUAL_SHARE).times(Job::workers).per(Job::weight);
    LinearForm awayFromData = LinearForm.time().ofEntity("vision").onTypes("k80");
    Constraint quota =
        Constraint.named("language on v100")
            .that(LinearForm.workers().ofEntity("language").onTypes("v100"))
            .atMost(2);
    Policy policy =
        p ->
            Program.of(p)
                .maximize(Objective.least(share))
                .then(
                    Objective.sum(Measure.throughput().per(Normalizer.FASTEST_TYPE))
                        .minus(awayFromData.times(0.1)))
                .subjectTo(quota)
                .solve(StagedSolver.create())
                .allocation();
    Allocation x = policy.allocate(problem);
    // policy as a program: end
    // program and its proof: begin
    Certificate proof = x.certificate(); // the smallest share, and a bound that no share exceeds
    double price = proof.prices().ofConstraint("language on v100"); // of one worker more
    String why = Explanation.of(x, "chat").toText(); // names what holds the job back
    String audit = Auditor.create().audit(x, Claims.rules().and(Invariant.PROVED)).toText();
    // program and its proof: end
    assertTrue(proof.relativeGap() <= 1e-6, proof.toString());
    assertEquals(0, price, 1e-9); // the smallest share is the same without the quota
    assertTrue(why.contains("chat"), why);
    assertTrue(!audit.contains("VIOLATED"), audit);
    double held = 4 * x.fraction("chat", "v100") + x.fraction("embed", "v100");
    assertTrue(held <= 2 + 1e-9, x::toTable);
  }

  @Test
  void leastCost_threeDeadlines_isProved() {
    // capacity to buy: begin
    Cluster cluster = Cluster.of(new WorkerType("v100", 2), new WorkerType("a100", 0));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("bert").stepsRemaining(720_000).sloSeconds(36_000).build(), 10, 25)
            .job(Job.builder("gpt").stepsRemaining(360_000).sloSeconds(36_000).build(), 5, 15)
            .job(Job.builder("gan").stepsRemaining(180_000).sloSeconds(36_000).build(), 4, 6)
            .build();
    Solution purchase =
        LeastCost.create()
            .buying(List.of(new Purchasable("v100", 8, 2.5), new Purchasable("a100", 8, 4)))
            .purchase(problem);
    double a100 = purchase.purchased("a100"); // 5/3 workers: one, and another for 2/3 of the time
    double perHour = purchase.objective(0);
    double least = purchase.certificate(0).bound(); // no other purchase costs less
    Allocation x = purchase.allocation(); // on the cluster with the workers bought
    // capacity to buy: end
    assertEquals(5. / 3, a100, 1e-6);
    assertEquals(perHour, least, 1e-6 * perHour);
    assertEquals(0, x.maxViolation());
    assertTrue(x.effectiveThroughput("bert") >= 20 * (1 - 1e-6), x::toTable);
  }

  @Test
  void budget_levelFirst_spendsIt() {
    AllocationProblem problem = teams();
    // budget: begin
    Solution solution =
        Program.of(problem)
            .maximize(Objective.least(Measure.throughput().per(Normalizer.EQUAL_SHARE)))
            .thenMinimize(Objective.purchaseCost(), 0.01) // for at most 1 % of the level
            .buying(new Purchasable("v100", 4, 2.5))
            .withBudget(5) // per hour
            .solve(StagedSolver.create());
    // budget: end
    assertEquals(1.5 * 0.99, solution.objective(0), 1e-6);
    assertEquals(1.6575, solution.purchased("v100"), 1e-6);
  }

  @Test
  void worthOfThroughput_abovePrice_isRented() {
    AllocationProblem problem = teams();
    // worth of throughput: begin
    Solution solution =
        Program.of(problem)
            .maximize(
                Objective.sum(Measure.throughput().times(job -> 1.3)) // per step per second
                    .minusPurchaseCost(1))
            .buying(new Purchasable("v100", 4, 2.5))
            .solve(StagedSolver.create());
    // worth of throughput: end
    assertTrue(solution.certificate(0).relativeGap() <= 1e-6);
    assertEquals(4, solution.purchased("v100"), 1e-6);
  }
}
