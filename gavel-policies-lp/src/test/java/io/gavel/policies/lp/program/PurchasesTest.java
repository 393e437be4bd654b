package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import org.junit.jupiter.api.Test;

/** Workers that are bought, for gangs and under constraints, and what the answer says of them. */
class PurchasesTest {

  private static final double CLOSE = 1e-6;

  /** A job that needs a part of full time on one type. */
  private static AllocationProblem problem(int workers, int gang, double part) {
    Job job = Job.builder("a").scaleFactor(gang).stepsRemaining(100).sloSeconds(25 / part).build();
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)))
        .job(job, 4)
        .build();
  }

  private static Solution bought(Program program) {
    return program.solve(StagedSolver.create());
  }

  private static Program buying(AllocationProblem problem, int most) {
    return Program.of(problem)
        .minimize(Objective.purchaseCost())
        .meetingSlos()
        .buying(new Purchasable("v100", most, 2));
  }

  /** While the gang runs, three workers are bought besides the one that is there. */
  @Test
  void largeGang_forHalfOfTheTime_buysHalfOfWhatItLacks() {
    Solution solution = bought(buying(problem(1, 4, 0.5), 5));
    assertEquals(1.5, solution.purchased().get("v100"), CLOSE);
    assertEquals(3, solution.certificate(0).objective(), CLOSE);
    assertEquals(3, solution.certificate(0).bound(), CLOSE);
    // on average 2.5 workers, but the gang needs four at once
    assertEquals(4, solution.allocation().problem().cluster().poolWorkers(0));
    assertEquals(0.5, solution.allocation().timeFraction(0), CLOSE);
    assertEquals(0, solution.allocation().maxViolation());
  }

  @Test
  void gangThatFits_buysNothing() {
    Solution solution = bought(buying(problem(4, 4, 1), 5));
    assertEquals(0, solution.purchased().get("v100"), 1e-12);
    assertEquals(4, solution.allocation().problem().cluster().poolWorkers(0));
    assertEquals("0.0", "" + solution.certificate(0).objective());
  }

  /** A job meets a lower limit exactly, with all of its time: nothing is bought to be sure. */
  @Test
  void lowerLimitThatOneJobMeets_buysNothing() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 1)
            .job(Job.builder("b").scaleFactor(2).build(), 1)
            .constraint(Constraint.named("busy").that(LinearForm.workers()).atLeast(1))
            .build();
    Solution solution =
        bought(
            Program.of(problem)
                .minimize(Objective.purchaseCost())
                .then(Objective.sum(Measure.throughput()))
                .buying(new Purchasable("v100", 1, 4)));
    assertEquals(0, solution.purchased().get("v100"), 1e-12);
    assertEquals(1, solution.allocation().effectiveThroughput(0), CLOSE);
  }

  /** A number of workers that is whole but for rounding is whole, and no other is. */
  @Test
  void purchased_closeToWhole_isWhole() {
    for (int jobs = 3; jobs < 40; jobs += 6) {
      AllocationProblem.Builder builder =
          AllocationProblem.builder(Cluster.of(new WorkerType("v100", 0)));
      for (int m = 0; m < jobs; m++) {
        double rate = 1 + m / 7.0;
        builder.job(
            Job.builder("job" + m).stepsRemaining(100).sloSeconds(300 / rate).build(), rate);
      }
      Solution solution = bought(buying(builder.build(), 40)); // a third of a worker each
      assertEquals(jobs / 3.0, solution.purchased().get("v100"), 0.0);
      assertEquals(jobs / 3, solution.allocation().problem().cluster().poolWorkers(0));
    }
    Solution part = bought(buying(problem(1, 1, 1), 1));
    assertEquals(0, part.purchased().get("v100"), 1e-12);
  }

  /** A part of the capacity is of the stated cluster, before anything is bought. */
  @Test
  void constraint_onAPartOfTheCapacity_isThatOfTheStatedCluster() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 4)
            .job(Job.of("c"), 4)
            .constraint(
                Constraint.named("half")
                    .that(LinearForm.workers().ofJobs("a", "b"))
                    .atMostPartOfCapacity(0.5))
            .build();
    Solution solution =
        bought(
            Program.of(problem)
                .maximize(Objective.sum(Measure.throughput()).minusPurchaseCost(1))
                .buying(new Purchasable("v100", 4, 1)));
    // one worker for a and b together, and one for c
    assertEquals(4, solution.allocation().effectiveThroughput(2), 1e-5);
    assertEquals(
        4,
        solution.allocation().effectiveThroughput(0) + solution.allocation().effectiveThroughput(1),
        1e-5);
    assertEquals(1, solution.allocation().problem().constraintRows().get(0).bound(), 1e-12);
    assertEquals(0, solution.allocation().maxViolation());
  }

  /** Half as much again may be spent on a throughput that only money buys. */
  @Test
  void cost_thenASum_spendsNoMoreThanTheSlack() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 0)))
            .job(Job.builder("a").stepsRemaining(100).sloSeconds(25).build(), 4)
            .job(Job.of("b"), 4)
            .build();
    Solution solution = bought(buying(problem, 5).then(Objective.sum(Measure.throughput()), 0.5));
    assertEquals(1.5, solution.purchased().get("v100"), CLOSE);
    assertEquals(2, solution.allocation().effectiveThroughput(1), 1e-5);
    assertEquals(3, solution.certificate(0).objective(), CLOSE);
    assertEquals(2, solution.certificate(0).bound(), CLOSE);
  }

  /**
   * The team can use one worker of its guarantee; with the workers bought, its gang fits as well.
   */
  @Test
  void reservation_ofWhatJobsCanUse_isThatOfTheStatedCluster() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 3)))
            .entity(new Entity("team", 1, Entity.Discipline.FAIRNESS))
            .job(Job.builder("a").entity("team").build(), 1)
            .job(
                Job.builder("gang")
                    .scaleFactor(4)
                    .stepsRemaining(100)
                    .sloSeconds(200)
                    .entity("team")
                    .build(),
                1)
            .quota(Quota.of("team").reserving("v100", 3))
            .build();
    Solution solution = bought(buying(problem, 1));
    assertEquals(0.5, solution.purchased().get("v100"), CLOSE);
    AllocationProblem after = solution.allocation().problem();
    assertEquals(4, after.cluster().poolWorkers(0));
    assertEquals(1, after.constraintRows().get(0).bound());
    assertEquals(1, solution.certificate(0).bound(), CLOSE);
  }
}
