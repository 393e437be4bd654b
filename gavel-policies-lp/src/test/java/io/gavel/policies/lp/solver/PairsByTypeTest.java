package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.internal.classes.ImplicitPairSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of four types whose throughputs are worth different amounts: each is a class of its own. */
class PairsByTypeTest {

  private static final int KINDS = 4;

  private static AllocationProblem problem(int jobs, double[] worth) {
    Random random = new Random(jobs);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", jobs / 3), new WorkerType("k80", jobs / 2)));
    for (int m = 0; m < jobs; m++) {
      double speed = 1 + m % KINDS;
      problem.job(Job.builder("job" + m).type("kind" + m % KINDS).build(), 3 * speed, speed);
      worth[m] = (1 + random.nextDouble()) / speed;
    }
    PairThroughputs.Builder pairs = PairThroughputs.builder(2);
    for (int a = 0; a < KINDS; a++) {
      for (int b = a; b < KINDS; b++) {
        double part = 0.8 - 0.1 * ((a + b) % KINDS);
        double[] first = {3 * part * (1 + a), part * (1 + a)};
        double[] second = {3 * part * (1 + b), part * (1 + b)};
        pairs.pair("kind" + a, "kind" + b, 1, first, second);
      }
    }
    AllocationProblem alone = problem.build();
    return alone.sharingByType(pairs.build());
  }

  private static AllocationProgram sum(int jobs) {
    double[] worth = new double[jobs];
    AllocationProblem problem = problem(jobs, worth);
    return AllocationProgram.maximizeSum(problem, worth);
  }

  private static CertifiedSolution listed(AllocationProgram program) {
    return CertifiedSolver.standard().solve(new ImplicitPairSolver(program).listed());
  }

  /** On ranges of worth, on classes, and on classes above floors. */
  @Test
  void solve_fewJobs_agreesWithAllPairs() {
    int jobs = 24;
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    double[] floors = new double[jobs];
    floors[1] = 2.5;
    floors[7] = 4;
    AllocationProblem problem = problem(jobs, new double[jobs]);
    for (AllocationProgram program :
        List.of(
            sum(jobs),
            sum(jobs).withFloor(floors),
            AllocationProgram.maximizeMinimum(problem, ones),
            AllocationProgram.maximizeSum(problem, ones).withFloor(floors))) {
      CertifiedSolution found = CertifiedSolver.standard().solve(program);
      assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
      CertifiedSolution all = listed(program);
      assertTrue(found.objective() <= all.bound().value() * (1 + 1e-12));
      assertTrue(all.objective() <= found.bound().value() * (1 + 1e-12));
    }
  }

  @Test
  void solve_floorsBeyondAllPairs_areProvedImpossible() {
    double[] floors = new double[24];
    Arrays.setAll(floors, m -> 2.7 * (1 + m % KINDS)); // each on the faster type
    AllocationProgram program = sum(24).withFloor(floors);
    assertThrows(InfeasibleProblemException.class, () -> CertifiedSolver.standard().solve(program));
  }

  /** A tolerance that no solution keeps: what was tried is told. */
  @Test
  void solve_toleranceThatNothingKeeps_saysWhatWasTried() {
    CertifiedSolver strict = CertifiedSolver.standard().within(new Tolerance(0, 0));
    double[] ones = new double[501];
    Arrays.fill(ones, 1);
    AllocationProgram level =
        AllocationProgram.maximizeMinimum(problem(501, new double[501]), ones);
    SolveFailedException failed =
        assertThrows(SolveFailedException.class, () -> strict.solve(level));
    String message = String.valueOf(failed.getMessage());
    assertTrue(
        message.startsWith(
            "no certified answer for 501 jobs × 2 pools with pairs by job type: objective "),
        message);
    assertTrue(
        message.endsWith("; conflicts of constraints with floors are found for at most 500 jobs"),
        message);
  }

  @Test
  void solve_jobsThatAllDiffer_agreesWithTheirClasses() {
    AllocationProgram program = sum(120);
    ImplicitPairSolver classes = new ImplicitPairSolver(program);
    assertTrue(classes.isPriced());
    CertifiedSolution listed = listed(program);
    CertifiedSolution apart = classes.solve(classes.classOf()).orElseThrow();
    assertEquals(apart.objective(), listed.objective(), 1e-7 * apart.objective());
    assertTrue(listed.holdsWithin(CertifiedSolution.GOOD), listed::toString);
    double[] throughput = listed.program().throughput(listed.fractions());
    assertEquals(120, throughput.length);
    assertTrue(
        IntStream.range(0, listed.program().columnCount())
            .anyMatch(c -> listed.program().second(c) >= 0));
  }

  @Test
  void solve_limitedSteps_isStopped() {
    SolveLimits limits = new SolveLimits(3).withOnExpiry(LimitAction.BEST_FEASIBLE);
    double[] weight = new double[120];
    AllocationProblem problem = problem(120, weight);
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, weight, 0);
    assertTrue(CertifiedSolver.standard().with(limits).solveOrBest(program).isStopped());
  }

  @Test
  void isPriced_fewJobsOrFloors_isNot() {
    assertFalse(new ImplicitPairSolver(sum(99)).isPriced());
    double[] floor = new double[120];
    floor[3] = 1e-3;
    assertFalse(new ImplicitPairSolver(sum(120).withFloor(floor)).isPriced());
  }

  /**
   * Both jobs must run alone, and the pair that the point does not use is worth three times both.
   */
  @Test
  void solve_rowsThatForbidThePair_provesItsBoundForThePair() {
    double[] three = {3};
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.builder("x").type("a").build(), 1)
            .job(Job.builder("y").type("b").build(), 1)
            .constraint(Constraint.named("x").that(LinearForm.workers().ofJobs("x")).atLeast(1))
            .constraint(Constraint.named("y").that(LinearForm.workers().ofJobs("y")).atLeast(1))
            .build()
            .sharingByType(PairThroughputs.builder(1).pair("a", "b", 1, three, three).build());
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, new double[] {1, 1});
    CertifiedSolution found = CertifiedSolver.standard().solve(sum);
    assertEquals(2, found.objective(), 1e-7);
    DualBound ofAll = DualBound.of(sum, found.bound().prices(), found.rowPrices());
    assertEquals(2, ofAll.value(), 1e-6);
  }
}
