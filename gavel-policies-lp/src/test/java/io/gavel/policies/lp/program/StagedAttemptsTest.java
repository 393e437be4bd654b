package io.gavel.policies.lp.program;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What programs do about solvers that fail, and what the policies made of them say. */
final class StagedAttemptsTest {

  private final AtomicInteger attempts = new AtomicInteger();

  /** Jobs of a step a second that have to make 60 and some steps in 100 seconds on one worker. */
  private static AllocationProblem due(double steps) {
    return problem(workers(1), row(1), row(1))
        .withJobs(
            List.of(
                Job.builder("1").stepsRemaining(60).sloSeconds(100).build(),
                Job.builder("2").stepsRemaining(steps).sloSeconds(100).build()));
  }

  /** Gives up the first programs that have an objective. */
  private StagedSolver failing(int times) {
    return StagedSolver.create()
        .withSolver(
            CertifiedSolver.of(
                List.of(
                    (program, limits) ->
                        hasGains(program) && attempts.incrementAndGet() <= times
                            ? new SolverOutcome.Declined("given up")
                            : new DenseSolver().solve(program, limits)),
                Tolerance.CERTIFIED));
  }

  /** Other programs ask whether floors can be met; what is missed is in free variables. */
  private static boolean hasGains(AllocationProgram program) {
    return program.freeVariables().count() == 0
        && IntStream.range(0, program.columnCount()).anyMatch(c -> program.gain(c) != 0);
  }

  private static Program most(AllocationProblem problem) {
    return Program.of(problem).maximize(Objective.sum(Measure.throughput())).meetingSlos();
  }

  /** As stated, and once with floors that are looser by 3 parts in 10^7. */
  @Test
  void solve_solverThatFails_isAskedAgainWithLooserFloors() {
    for (int times = 0; times <= 1; times++) {
      attempts.set(0);
      Solution solution = most(due(20)).solve(failing(times));
      assertEquals(1, solution.certificate(0).objective(), 1e-6);
      assertTrue(solution.allocation().effectiveThroughput(0) >= 0.6 - 1e-6);
      assertEquals(times + 1, attempts.get());
    }
    attempts.set(0);
    StagedSolver never = failing(Integer.MAX_VALUE);
    assertThrows(SolveFailedException.class, () -> most(due(20)).solve(never));
    assertEquals(2, attempts.get());
  }

  /** Rates that agree to seven digits: next to no allocation keeps the level of the teams. */
  @Test
  void solve_levelThatLeavesNextToNoChoice_isProvedInBothStages() {
    Random random = new Random(15);
    AllocationProblem.Builder builder = AllocationProblem.builder(workers(20, 20, 20));
    for (int e = 0; e < 20; e++) {
      builder.entity(new Entity("e" + e, 1, Entity.Discipline.FAIRNESS));
    }
    for (int m = 0; m < 64; m++) {
      int gang = 1 << random.nextInt(4);
      double[] rates = {5 * gang, 2.3 * gang, gang};
      Arrays.setAll(rates, j -> rates[j] * (1 + 1e-7 * random.nextGaussian()));
      builder.job(Job.builder("j" + m).scaleFactor(gang).entity("e" + m % 20).build(), rates);
    }
    AllocationProblem problem = builder.build();
    Measure shares = Measure.throughput().per(Normalizer.EQUAL_SHARE).times(Job::workers);
    Solution solution =
        Program.of(problem)
            .maximize(Objective.leastOf(JobSet.ofEntities(problem), shares))
            .then(Objective.sum(Measure.throughput().per(Normalizer.EQUAL_SHARE)))
            .solve(StagedSolver.create());
    for (Certificate certificate : solution.certificates()) {
      assertEquals(certificate.bound(), certificate.objective(), 1e-6 * certificate.bound());
    }
  }

  /** The solver gives up, and the search for a conflict finds why. */
  @Test
  void solve_solverThatFailsOnAConflict_namesIt() {
    StagedSolver never = failing(Integer.MAX_VALUE);
    InfeasibleProblemException refused =
        assertThrows(InfeasibleProblemException.class, () -> most(due(50)).solve(never));
    assertEquals(List.of("1", "2"), refused.jobIds().stream().sorted().toList());
  }

  /** No more than the deadlines ask for: 0.6 and 0.2 steps per second. */
  @Test
  void minimize_throughput_isWhatDeadlinesAskFor() {
    Solution solution =
        Program.of(due(20))
            .minimize(Objective.sum(Measure.throughput()))
            .meetingSlos()
            .solve(StagedSolver.create());
    assertEquals(0.8, solution.certificate(0).objective(), 1e-6);
    assertEquals(0.8, solution.certificate(0).bound(), 1e-6);
  }

  @Test
  void policies_sayWhatTheyReadAndClaim() {
    CertifiedSolver loose = CertifiedSolver.standard().within(new Tolerance(0, 1e-5));
    List<Policy> policies =
        List.of(
            BudgetedMaxMin.create(1),
            BudgetedMaxMin.create(2),
            BudgetedMaxMin.create(1).withSolver(loose),
            BudgetedMaxMin.create(1).withNormalizer(Normalizer.ISOLATED_SHARE),
            EntityMaxMin.create(),
            EntityMaxMin.create().withSolver(loose),
            EntityMaxMin.create().withNormalizer(Normalizer.ISOLATED_SHARE),
            LeastCost.create(),
            LeastCost.create().withSolver(loose),
            LeastCost.create().buying(List.of(new Purchasable("a", 1, 2))));
    for (Policy policy : policies) {
      assertTrue(policy.claims().invariants().contains(Invariant.PROVED));
      assertTrue(policy.reads().contains(Aspect.CONSTRAINTS));
      assertFalse(policy.reads().contains(Aspect.HISTORY));
      policies.forEach(other -> assertEquals(policy == other, policy.equals(other)));
    }
    assertEquals(StagedSolver.create(), StagedSolver.create());
    assertFalse(StagedSolver.create().equals(StagedSolver.create().withSolver(loose)));
    assertEquals(1, LeastCost.create().allocate(due(40)).timeFraction(0) + 0.4, 1e-6);
  }
}
