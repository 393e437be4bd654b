package io.gavel.policies.lp.throughput;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.steps;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Problems;
import java.util.List;
import org.junit.jupiter.api.Test;

class AverageCompletionTimeTest {

  private final AverageCompletionTime policy = AverageCompletionTime.create();

  private static void assertThroughputs(Allocation x, double... expected) {
    for (int m = 0; m < expected.length; m++) {
      assertEquals(expected[m], x.effectiveThroughput(m), 1e-5, "job " + (m + 1));
    }
  }

  /** 6 steps at 2 a second need less time than 4 at 1. */
  @Test
  void allocate_workersAlike_shortestRunFirst() {
    AllocationProblem problem = steps(problem(workers(2), row(1), row(2), row(1)), 10, 6, 4);
    assertThroughputs(policy.allocate(problem), 0, 2, 1);
  }

  /** The short job is nearly as fast on b; the long one is not, and makes more of a. */
  @Test
  void allocate_workersUnlike_workComesFirstAndShortnessWithMoreFavour() {
    AllocationProblem problem = steps(problem(workers(1, 1), row(10, 9), row(10, 1)), 10, 1000);
    assertThroughputs(policy.allocate(problem), 9, 10);
    assertThroughputs(policy.withFavour(1).allocate(problem), 10, 1);
  }

  /** The rate at which jobs leave is 10/10 + 1/1000, in units of the longest job's 100 seconds. */
  @Test
  void allocate_favourOne_objectiveIsTheRateOfDepartures() {
    AllocationProblem problem = steps(problem(workers(1, 1), row(10, 9), row(10, 1)), 10, 1000);
    double objective = policy.withFavour(1).allocate(problem).certificate().objective();
    assertEquals(100 * (1 + 0.001), objective, 1e-4);
  }

  @Test
  void allocate_noFavour_isTheGreatestTotalOfShares() {
    MaxTotalThroughput total =
        MaxTotalThroughput.create().withStepWeight(StepWeight.WEIGHTED_SHARES);
    for (long seed = 0; seed < 20; seed++) {
      AllocationProblem random = Problems.random(seed, Problems.Kind.PLAIN);
      AllocationProblem problem =
          random.withJobs(
              random.jobs().stream()
                  .map(job -> job.toBuilder().stepsRemaining(9).build())
                  .toList());
      double expected = total.withoutSlos().allocate(problem).certificate().objective();
      double objective = policy.withFavour(0).allocate(problem).certificate().objective();
      assertEquals(expected, objective, 2e-6 * expected, "seed " + seed);
    }
  }

  @Test
  void allocate_equallyLong_weightDecides() {
    AllocationProblem alike = steps(problem(workers(1), row(1), row(1)), 5, 5);
    AllocationProblem problem =
        alike.withJobs(List.of(alike.job(0), alike.job(1).toBuilder().weight(2).build()));
    assertThroughputs(policy.allocate(alike), 0.5, 0.5);
    assertThroughputs(policy.allocate(problem), 0, 1);
  }

  @Test
  void allocate_doneJobs_areOwedNothing() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(1)), 0, 5);
    assertThroughputs(policy.allocate(problem), 0, 1);
    assertEquals(0, policy.allocate(problem(workers(1))).certificate().objective());
  }

  @Test
  void allocate_stepsUnknown_namesTheJob() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> policy.allocate(problem(workers(1), row(1))));
    assertEquals(
        "job \"1\" has no steps remaining; average completion time needs them", error.getMessage());
  }

  @Test
  void withFavour_outside_isRefused() {
    for (double favour : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> policy.withFavour(favour));
    }
  }
}
