package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.lp.solver.jobtype.ImplicitPairSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.LimitAction;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of four types whose throughputs are worth different amounts: each is a class of its own. */
class PairsByTypeTest {

  private static final int KINDS = 4;

  private static AllocationProgram sum(int jobs) {
    Random random = new Random(jobs);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", jobs / 3), new WorkerType("k80", jobs / 2)));
    double[] worth = new double[jobs];
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
    return AllocationProgram.maximizeSum(alone.sharingByType(pairs.build()), worth);
  }

  @Test
  void solve_jobsThatAllDiffer_agreesWithTheirClasses() {
    AllocationProgram program = sum(120);
    ImplicitPairSolver classes = new ImplicitPairSolver(program);
    assertTrue(classes.isPriced());
    CertifiedSolution listed = CertifiedSolver.standard().solve(program);
    CertifiedSolution apart = classes.solve(classes.partitions().get(0)).orElseThrow();
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
    AllocationProgram program = sum(120);
    assertTrue(CertifiedSolver.standard().with(limits).solveOrBest(program).isStopped());
  }

  @Test
  void isPriced_fewJobsOrFloors_isNot() {
    assertFalse(new ImplicitPairSolver(sum(99)).isPriced());
    double[] floor = new double[120];
    floor[3] = 1e-3;
    assertFalse(new ImplicitPairSolver(sum(120).withFloor(floor)).isPriced());
  }
}
