package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.internal.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Caps of one job's time: the job's limit of time in the solver, and a price by name. */
class TimeCapsTest {

  private static final Policy TOTAL = MaxTotalThroughput.create().withoutSlos();

  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.of("a"), 5, 1)
        .configuration("a", "x1", 1, 4, 3)
        .job(Job.of("b"), 4, 1);
  }

  private static LinearForm timeOf(String job) {
    return LinearForm.time().ofJobs(job);
  }

  private static int rowsLeft(AllocationProblem problem) {
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
    return Presolve.of(program, SolveLimits.forSizeOf(program)).reduced().rows().count();
  }

  /** Job a would have all of the v100, and b all of the k80. */
  @Test
  void cap_isKeptAndHasAPrice() {
    AllocationProblem problem =
        jobs().constraint(Constraint.named("cap").that(timeOf("a")).atMost(0.25)).build();
    Allocation x = TOTAL.allocate(problem);
    assertEquals(0.25, x.timeFraction(0), 1e-9);
    // A quarter of a on k80, 3 steps/s in its other way; b has all of the v100.
    assertEquals(4.75, x.certificate().objective(), 1e-8);
    assertEquals(3, x.certificate().prices().ofConstraint("cap"), 1e-6);
    assertEquals(0, rowsLeft(problem));
  }

  @Test
  void caps_inOtherWords_areCapsToo() {
    AllocationProblem problem =
        jobs()
            .constraint(Constraint.named("loose").that(timeOf("a")).atMost(0.5))
            .constraint(Constraint.named("tight").that(timeOf("a").times(-2)).atLeast(-0.5))
            .constraint(Constraint.named("idle").that(timeOf("b")).atMost(3))
            .build();
    Allocation x = TOTAL.allocate(problem);
    assertEquals(4.75, x.certificate().objective(), 1e-8);
    assertEquals(1.5, x.certificate().prices().ofConstraint("tight"), 1e-6);
    assertEquals(0, x.certificate().prices().ofConstraint("loose"));
    assertEquals(0, x.certificate().prices().ofConstraint("idle"));
    assertEquals(0, rowsLeft(problem));
  }

  @Test
  void otherRows_stay() {
    assertEquals(
        3,
        rowsLeft(
            jobs()
                .constraint(Constraint.named("least").that(timeOf("a")).atLeast(0.1))
                .constraint(Constraint.named("type").that(timeOf("a").onTypes("k80")).atMost(0.5))
                .constraint(Constraint.named("both").that(LinearForm.time()).atMost(1))
                .build()));
  }

  @Property(tries = 25)
  void caps_ofRandomJobs_areThoseOfTheOracle(@ForAll Draws random) {
    AllocationProblem problem =
        Problems.complete(random, random.nextBoolean() ? Kind.ELASTIC : Kind.TIES);
    for (Job job : problem.jobs()) {
      if (random.nextBoolean()) {
        problem =
            problem.constraining(
                Constraint.named("cap of " + job.id())
                    .that(timeOf(job.id()).times(1 + random.nextInt(3)))
                    .atMost(0.05 + random.nextDouble()));
      }
    }
    AllocationProblem capped = problem;
    Allocation total = TOTAL.allocate(capped);
    Allocation fair = MaxMinFairness.create().allocate(capped);
    Allocation nash = NashWelfare.create().allocate(capped);
    for (Allocation x : new Allocation[] {total, fair, nash}) {
      assertEquals(0, x.maxViolation());
      capped.constraintRows().forEach(row -> assertTrue(x.sum(row) <= row.bound() * (1 + 1e-12)));
    }
    double most = new PlainRows(capped).mostThroughput(m -> 1);
    assertEquals(most, total.certificate().objective(), 1e-6 * most);
    assertTrue(total.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertTrue(fair.certificate().holdsWithin(Tolerance.CERTIFIED));
    WeakDuality proof = new WeakDuality(capped, fair.certificate().prices());
    if (fair.certificate().objective() > 0) {
      double level = proof.level(m -> owed(capped, m));
      assertEquals(level, fair.certificate().objective(), 1e-5 * level);
    }
  }

  private static double owed(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    return job.weight() * EqualShare.throughput(problem, m) / job.workers();
  }
}
