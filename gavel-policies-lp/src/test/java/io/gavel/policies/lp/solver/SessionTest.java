package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest {

  private static final int JOBS = 1_600;

  /** The problem of round {@code t}: each round a job leaves and one comes. */
  private static AllocationProblem round(int t) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v100", 80),
                new WorkerType("p100", 120),
                new WorkerType("k80", 90)));
    for (int m = t; m < JOBS + t; m++) {
      Random job = new Random(m);
      problem.job(
          Job.builder("j" + m).weight(1 + job.nextInt(4)).scaleFactor(1 + job.nextInt(2)).build(),
          2 + 8 * job.nextDouble(),
          1 + 4 * job.nextDouble(),
          0.5 + job.nextDouble());
    }
    return problem.build();
  }

  /** The standard solvers, which count their calls. Mutable. */
  private static final class Counting implements AllocationSolver {
    int calls;

    @Override
    public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
      calls++;
      CertifiedSolution found = CertifiedSolver.standard().solve(program);
      return new SolverOutcome.Solved(
          found.fractions(), found.free(), found.bound().prices(), found.bound().rowPrices(), 1);
    }
  }

  private static void assertAsGood(Policy alone, Allocation x) {
    Allocation other = alone.allocate(x.problem());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
    assertTrue(x.certificate().objective() <= other.certificate().bound());
    assertTrue(other.certificate().objective() <= x.certificate().bound());
  }

  private static Function<CertifiedSolver, Policy> policy(String goal) {
    return switch (goal) {
      case "level" -> MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY)::withSolver;
      case "welfare" -> NashWelfare.create()::withSolver;
      case "sum" -> MaxTotalThroughput.create()::withSolver;
      default -> throw new IllegalArgumentException(goal);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"level", "welfare", "sum"})
  void allocate_nextRounds_startFromTheOneBefore(String goal) {
    Counting solver = new Counting();
    Session session =
        Session.of(CertifiedSolver.of(List.of(solver), Tolerance.CERTIFIED), policy(goal));
    session.allocate(round(0));
    assertEquals(1, solver.calls);
    Policy alone = policy(goal).apply(CertifiedSolver.standard());
    for (int t = 1; t < 4; t++) {
      assertAsGood(alone, session.allocate(round(t)));
    }
    assertEquals(1, solver.calls, "later rounds start from prices");
  }

  @ParameterizedTest
  @ValueSource(strings = {"level", "welfare", "sum"})
  void allocate_manyOtherJobs_isAsGoodAsWithout(String goal) {
    Session session = Session.of(policy(goal));
    session.allocate(round(0));
    assertAsGood(policy(goal).apply(CertifiedSolver.standard()), session.allocate(round(JOBS / 2)));
  }

  @Test
  void allocate_sameSequence_sameBits() {
    Session one = Session.of(MaxMinFairness.create()::withSolver);
    Session other = Session.of(MaxMinFairness.create()::withSolver);
    for (int t : new int[] {0, 1, 300}) {
      assertEquals(one.allocate(round(t)), other.allocate(round(t)));
    }
  }

  @Test
  void allocate_afterAProblemWithoutAnswer_goesOn() {
    Session session = Session.of(MaxMinFairness.create()::withSolver);
    session.allocate(round(0));
    AllocationProblem impossible =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 1)
            .constraint(Constraint.named("much").that(LinearForm.workers().ofJobs("a")).atLeast(2))
            .build();
    assertThrows(InfeasibleProblemException.class, () -> session.allocate(impossible));

    assertAsGood(MaxMinFairness.create(), session.allocate(round(1)));
  }

  /** What a caller solves on its own is no program of the policy. */
  @Test
  void allocate_solvesBetweenProblems_areNotRemembered() {
    Counting solver = new Counting();
    CertifiedSolver[] own = new CertifiedSolver[1];
    Session session =
        Session.of(
            CertifiedSolver.of(List.of(solver), Tolerance.CERTIFIED),
            ofSession -> {
              own[0] = ofSession;
              return policy("level").apply(ofSession);
            });
    double[] ones = new double[JOBS];
    Arrays.fill(ones, 1);
    for (int t = 0; t < 2; t++) {
      session.allocate(round(t));
      own[0].solve(AllocationProgram.maximizeMinimum(round(t), ones));
    }
    assertEquals(3, solver.calls, "once for the policy, and each time for the caller");
  }

  @Test
  void session_promisesWhatThePolicyPromises() {
    Policy policy = NashWelfare.create();
    Session session = Session.of(NashWelfare.create()::withSolver);

    assertEquals(policy.claims(), session.claims());
    assertEquals(policy.reads(), session.reads());
    assertEquals(
        "Session[NashWelfare[solver=standard in a session, weighted=true]]", session.toString());
  }
}
