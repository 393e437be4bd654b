package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThemisTest {

  private static final Cluster TWO =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 2));

  private static Job.Builder job(String id, double steps) {
    return Job.builder(id).stepsRemaining(steps);
  }

  @Test
  void rho_halfDoneJob_isTheFormula() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO)
            .job(
                job("1", 500)
                    .secondsSinceStart(300)
                    .history(History.none().withService(0, 500).withContendedSeconds(1200))
                    .build(),
                10,
                2)
            .job(job("2", 100).build(), 5, 5)
            .build();
    // 300 s old, 50 s to go; alone the whole took 100 s, and 4 jobs were there on average
    assertEquals(350.0 / 400, Themis.rho(problem, 0), 1e-12);
    // new: two jobs are there now
    assertEquals(0.5, Themis.rho(problem, 1), 1e-12);
  }

  @Test
  void allocate_knobOfOne_showsTheOfferToTheWorstOffAlone() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)))
            .job(job("1", 100).secondsSinceStart(10).build(), 1)
            .job(job("2", 100).secondsSinceStart(900).build(), 1)
            .job(job("3", 100).secondsSinceStart(20).build(), 1)
            .build();
    Allocation x = Themis.create().withFairness(1).allocate(problem);
    assertEquals(1, x.timeFraction(1), 1e-6);
    assertEquals(1, x.certificate().objective(), 1e-6);
  }

  @Test
  void allocate_hiddenPayments_goToThoseWhoDidNotBid() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)));
    for (int m = 0; m < 4; m++) {
      problem.job(job("job" + m, 100).secondsSinceStart(m < 2 ? 500 : 1).build(), 1);
    }
    Allocation x = Themis.create().withFairness(0.5).allocate(problem.build());
    assertEquals(0.25, x.timeFraction(0), 1e-6); // c = 1/2 of a half
    assertEquals(0.25, x.timeFraction(1), 1e-6);
    assertEquals(0.5, x.timeFraction(2) + x.timeFraction(3), 1e-6);
    assertEquals(0, Math.min(x.timeFraction(2), x.timeFraction(3)), 1e-6);
  }

  @Test
  void allocate_runningLease_isKept() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO)
            .job(
                job("1", 100).scaleFactor(2).history(History.none().runningOn("k80", 60)).build(),
                9,
                1)
            .job(job("2", 100).scaleFactor(2).secondsSinceStart(1e6).build(), 1, 9)
            .build();
    Allocation x = Themis.create().allocate(problem);
    assertEquals(1, x.fraction("1", "k80"));
    assertEquals(1, x.fraction("2", "v100"), 1e-6);
    AllocationProblem over =
        problem.withJobs(
            List.of(problem.job(0).toBuilder().history(History.none()).build(), problem.job(1)));
    assertEquals(1, Themis.create().withFairness(0).allocate(over).fraction("1", "v100"), 1e-6);
  }

  @Test
  void withFairness_outside_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Themis.create().withFairness(1.1));
    assertThrows(IllegalArgumentException.class, () -> Themis.create().withFairness(Double.NaN));
    AllocationProblem noSteps = AllocationProblem.builder(TWO).job(Job.of("1"), 1, 1).build();
    assertThrows(IllegalArgumentException.class, () -> Themis.create().allocate(noSteps));
  }

  @Test
  void allocate_largerKnob_lowersTheLargestRhoOfManyRounds() {
    double sum0 = 0;
    double sum5 = 0;
    double sum9 = 0;
    for (long seed = 0; seed < 6; seed++) {
      sum0 += LeasedAuctions.largestRho(Themis.create().withFairness(0), seed);
      sum5 += LeasedAuctions.largestRho(Themis.create().withFairness(0.5), seed);
      sum9 += LeasedAuctions.largestRho(Themis.create().withFairness(0.9), seed);
    }
    assertTrue(sum0 > sum5 && sum5 > sum9, "%s, %s, %s".formatted(sum0, sum5, sum9));
  }

  /** Twenty jobs wait for what is left over; whose turn it is depends on the seed alone. */
  @Test
  void withSeed_ofManyWaitingJobs_decidesWhoseTurnItIs() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)));
    for (int m = 0; m < 22; m++) {
      builder.job(job("job" + m, 100).secondsSinceStart(m < 2 ? 500 : 1).build(), 1);
    }
    AllocationProblem problem = builder.build();
    Themis themis = Themis.create().withFairness(0.95);
    Allocation x = new Themis(themis.fairness(), 1).allocate(problem);
    assertEquals(x, new Themis(themis.fairness(), 1).allocate(problem));
    assertNotEquals(x, new Themis(themis.fairness(), 2).allocate(problem));
  }
}
