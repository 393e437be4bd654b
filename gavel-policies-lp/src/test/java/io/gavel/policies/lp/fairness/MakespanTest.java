package io.gavel.policies.lp.fairness;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.steps;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

class MakespanTest {

  private final Makespan policy = Makespan.create();

  /**
   * Six jobs, printed to be checked against: 4.50 hours, and the throughputs of the paper's kind.
   */
  private static AllocationProblem six() {
    return Cases.gangs(
        steps(
            problem(
                workers(2, 1, 2),
                row(40, 24, 8),
                row(60, 36, 12),
                row(30, 20, 10),
                row(20, 18, 16),
                row(50, 20, 5),
                row(24, 16, 12)),
            400e3,
            600e3,
            200e3,
            150e3,
            500e3,
            120e3),
        2,
        1,
        1,
        1,
        1,
        1);
  }

  @Test
  void allocate_sixJobs_areDoneInFourAndAHalfHours() {
    Allocation x = policy.allocate(six());
    assertEquals(4.50, x.certificate().objective() / 3600, 0.005);
    assertEquals(
        x.certificate().objective(), x.certificate().bound(), 1e-9 * x.certificate().bound());
  }

  @Test
  void withBinarySearch_isWithinItsTolerance() {
    double exact = policy.allocate(six()).certificate().objective();
    Allocation fine = policy.withBinarySearch().allocate(six());
    assertTrue(fine.certificate().objective() <= exact * (1 + 1e-6));
    assertTrue(fine.certificate().bound() < exact);
    Allocation coarse = policy.withBinarySearch(0.05).allocate(six());
    assertTrue(coarse.certificate().relativeGap() <= 0.05);
    assertTrue(coarse.certificate().relativeGap() > 1e-4, "it did stop early");
  }

  /** The time of one second is found as well as one of a billion: no limits are built in. */
  @Test
  void withBinarySearch_anyScale_bracketsItself() {
    for (double scale : new double[] {1e-9, 1, 1e9, 1e15}) {
      AllocationProblem problem =
          steps(problem(workers(1), row(1), row(1), row(1)), scale, scale, scale);
      double found = policy.withBinarySearch().allocate(problem).certificate().objective();
      assertEquals(3 * scale, found, 3e-6 * scale);
    }
  }

  /** No sharing incentive: an equal split gives both jobs 1, finishing early has no value. */
  @Test
  void levelOnly_jobThatIsNotLast_mayGetLessThanAnEqualSplit() {
    AllocationProblem problem = steps(problem(workers(2, 1), row(1, 1), row(1, 1)), 2, 4);
    Allocation x = policy.withChoice(OptimumChoice.LEVEL_ONLY).allocate(problem);
    assertEquals(4, x.certificate().objective(), 1e-9);
    Allocation filled = policy.allocate(problem);
    assertEquals(1, filled.effectiveThroughput("1"), 1e-8);
    assertEquals(1, filled.effectiveThroughput("2"), 1e-8);
  }

  /** Sharing incentive fails for good where the last job needs more than its part. */
  @Test
  void allocate_longJob_takesFromTheShort() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(1)), 1, 9);
    Allocation x = policy.allocate(problem);
    assertEquals(10, x.certificate().objective(), 1e-8);
    assertEquals(0.1, x.effectiveThroughput("1"), 1e-8);
    assertTrue(x.effectiveThroughput("1") < IsolatedShare.throughput(problem, 0));
  }

  /** Lying pays: with speed 0 reported on type b, the first job gets 2 instead of 1.2. */
  @Test
  void allocate_misreport_gains() {
    AllocationProblem honest = steps(problem(workers(1, 3), row(2, 1), row(5, 4)), 1, 4);
    AllocationProblem lying = steps(problem(workers(1, 3), row(1, 0), row(5, 4)), 1, 4);
    double truth = policy.allocate(honest).effectiveThroughput("1");
    double share = policy.allocate(lying).fraction("1", "a");
    assertTrue(2 * share > truth + 0.1, 2 * share + " after lying, " + truth + " in truth");
  }

  @Test
  void allocate_jobThatRunsNowhere_isSetAsideNotWaitedFor() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(0)), 5, 5);
    assertEquals(5, policy.allocate(problem).certificate().objective(), 1e-9);
    assertEquals(5, policy.withBinarySearch().allocate(problem).certificate().objective(), 1e-5);
  }

  @Test
  void allocate_doneJobs_doNotCount() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(2)), 0, 8);
    assertEquals(4, policy.allocate(problem).certificate().objective(), 1e-9);
    AllocationProblem allDone = steps(problem(workers(1), row(1)), 0);
    assertEquals(0, policy.withBinarySearch().allocate(allDone).certificate().objective());
  }

  /** The restricted masters of such a program are as large as it is. */
  @Test
  void allocate_moreWorkersStatedThanThereAre_namesTheConstraint() {
    Cluster three = Cluster.of(new WorkerType("a", 3));
    AllocationProblem problem =
        AllocationProblem.builder(three)
            .job(Job.builder("slow").scaleFactor(2).stepsRemaining(34).build(), 1)
            .job(Job.builder("fast").scaleFactor(2).stepsRemaining(5).build(), 2)
            .build()
            .constraining(Constraint.named("five").that(LinearForm.workers()).exactly(5));
    InfeasibleProblemException refused =
        assertThrows(InfeasibleProblemException.class, () -> policy.allocate(problem));
    assertEquals(List.of("five"), refused.conflict());
  }

  @Test
  void allocate_stepsUnknown_namesTheJob() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> policy.allocate(problem(workers(1), row(1))));
    assertEquals("job \"1\" has no steps remaining; makespan needs them", error.getMessage());
  }

  @Test
  void withBinarySearch_toleranceOutside_isRefused() {
    for (double wrong : new double[] {0, 1e-12, 1.5, -1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> policy.withBinarySearch(wrong));
    }
  }

  @Test
  void prices_tellSecondsSavedByOneMoreWorker() {
    AllocationProblem problem = steps(problem(workers(2), row(1), row(1), row(1)), 8, 8, 8);
    Allocation x = policy.allocate(problem); // 24 / workers
    assertEquals(12, x.certificate().objective(), 1e-9);
    assertEquals(6, x.certificate().prices().ofPool(0), 1e-8); // 24 / 2²
  }

  @Test
  void withBinarySearch_tolerancesAtTheEnds_areTaken() {
    AllocationProblem one = steps(problem(workers(1), row(2)), 8);
    for (double tolerance : new double[] {1e-9, 1}) {
      double reached =
          Makespan.create().withBinarySearch(tolerance).allocate(one).certificate().objective();
      assertTrue(reached >= 4 - 1e-6 && reached <= 4 * (1 + tolerance) + 1e-6, "" + reached);
    }
    for (double tolerance : new double[] {9e-10, 1.1, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> Makespan.create().withBinarySearch(tolerance));
    }
  }

  /** A gang of two cannot run on the one worker, but its configuration can: 100 s and 10 s. */
  @Test
  void allocate_onlyTheConfigurationFits_theJobCounts() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.builder("gang").scaleFactor(2).stepsRemaining(100).build(), 2)
            .configuration("gang", "alone", 1, 1)
            .job(Job.builder("small").stepsRemaining(10).build(), 1)
            .build();
    for (Makespan each : List.of(policy, policy.withBinarySearch())) {
      assertEquals(110, each.allocate(problem).certificate().objective(), 1e-3);
    }
  }
}
