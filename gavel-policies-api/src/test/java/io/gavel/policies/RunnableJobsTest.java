package io.gavel.policies;

import static io.gavel.policies.AllocationProblemTest.A;
import static io.gavel.policies.AllocationProblemTest.B;
import static io.gavel.policies.AllocationProblemTest.GANG;
import static io.gavel.policies.AllocationProblemTest.ONES;
import static io.gavel.policies.AllocationProblemTest.share;
import static io.gavel.policies.AllocationProblemTest.twoJobs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.Unrunnable.Cause;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which jobs of a problem can run where, what they hold, and why others cannot. */
class RunnableJobsTest {

  @Test
  void runs_zeroRate_isFalse() {
    AllocationProblem problem = twoJobs().build();
    assertTrue(problem.runs(0, 1));
    assertFalse(problem.runs(1, 1));
  }

  @Test
  void runs_pair_needsBothRates() {
    AllocationProblem problem =
        twoJobs().pair("a", "b", new double[] {1, 0}, new double[] {1, 1}).build();
    assertTrue(problem.runs(2, 0));
    assertFalse(problem.runs(2, 1));
    AllocationProblem other =
        twoJobs().pair("a", "b", new double[] {1, 1}, new double[] {0, 1}).build();
    assertFalse(other.runs(2, 0));
    assertTrue(other.runs(2, 1));
  }

  @Test
  void runs_gangLargerThanPool_isFalse() {
    AllocationProblem problem = AllocationProblemTest.builder().job(GANG, 1, 1).build();
    assertEquals(2, problem.scaleFactor(0));
    assertTrue(problem.runs(0, 0));
    assertFalse(problem.runs(0, 1));
  }

  @Test
  void workers_sharesAndPairOfThem_areWhatTheyHold() {
    AllocationProblem problem =
        AllocationProblemTest.builder()
            .job(share("third", 333), 1, 1)
            .job(share("other", 333), 1, 1)
            .job(GANG, 1, 1)
            .pair("third", "other", ONES, ONES)
            .build();
    assertEquals(0.333, problem.workers(0));
    assertEquals(0.333, problem.workers(3));
    assertEquals(GANG.scaleFactor(), problem.workers(2));
    assertEquals(333, problem.gpuMilli(3));
    assertEquals(1, problem.scaleFactor(3));
    assertEquals(1000, problem.gpuMilli(2));
  }

  @Test
  void runs_share_needsAWorkerToTakeItFrom() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("one", 1), new WorkerType("none", 0)))
            .job(share("part", 1), 1, 1)
            .build();
    assertTrue(problem.runs(0, 0));
    assertFalse(problem.runs(0, 1));
  }

  @Test
  void runs_pairOfGangs_comparesTheGangOnce() {
    AllocationProblem problem =
        AllocationProblemTest.builder()
            .job(GANG, 1, 1)
            .job(Job.builder("other").scaleFactor(2).build(), 1, 1)
            .pair("gang", "other", ONES, ONES)
            .build();
    assertEquals(2, problem.scaleFactor(2));
    assertTrue(problem.runs(2, 0));
    assertFalse(problem.runs(2, 1));
  }

  @Test
  void unrunnable_eachCause_isReportedInOrder() {
    AllocationProblem problem =
        AllocationProblemTest.builder()
            .job(Job.of("slow"), 0, 0)
            .job(A, 1, 0)
            .job(Job.builder("huge").scaleFactor(3).build(), 0, 1)
            .build();
    assertEquals(
        List.of(
            new Unrunnable(0, "slow", Cause.NO_THROUGHPUT),
            new Unrunnable(2, "huge", Cause.GANG_TOO_LARGE)),
        problem.unrunnable());
    assertEquals(
        "job \"slow\" has throughput 0 on every worker type",
        problem.unrunnable().get(0).toString());
    assertEquals(
        "job \"huge\" needs more workers at once than any type it can use has",
        problem.unrunnable().get(1).toString());
  }

  @Test
  void unrunnable_poolWithoutWorkers_countsAsTooSmall() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 0))).job(A, 1).build();
    assertEquals(List.of(new Unrunnable(0, "a", Cause.GANG_TOO_LARGE)), problem.unrunnable());
  }

  @Test
  void unrunnable_runsInAPairOnly_isRunnable() {
    AllocationProblem problem =
        AllocationProblemTest.builder()
            .job(A, 0, 0)
            .job(B, 1, 1)
            .pair("a", "b", ONES, ONES)
            .build();
    assertEquals(List.of(), problem.unrunnable());
    assertEquals(
        List.of(new Unrunnable(0, "a", Cause.NO_THROUGHPUT)), problem.withoutPairs().unrunnable());
  }

  @Test
  void unrunnable_throughputInATooLargePairOnly_isTooLarge() {
    Job huge = Job.builder("huge").scaleFactor(3).build();
    AllocationProblem problem =
        AllocationProblemTest.builder()
            .job(huge, 0, 0)
            .job(Job.builder("other").scaleFactor(3).build(), 0, 0)
            .pair("huge", "other", ONES, ONES)
            .build();
    assertEquals(Cause.GANG_TOO_LARGE, problem.unrunnable().get(0).cause());
  }
}
