package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Elastic jobs whose optimum is known in closed form, or by trying all assignments. */
public final class ElasticClosedFormsTest {

  private static final double TOLERANCE = 2e-6;

  /** Steps per second on 1, 2, 4 and 8 workers, concave. */
  private static final double[] SPEED = {5, 9, 15.5, 24};

  /**
   * Returns the best throughput with some workers on average, which is the concave hull of the
   * speeds.
   */
  public static double hull(double workers) {
    double[] at = {0, 1, 2, 4, 8};
    double[] speed = {0, SPEED[0], SPEED[1], SPEED[2], SPEED[3]};
    int i = 1;
    while (at[i] < workers && i < 4) {
      i++;
    }
    double part = Math.min(1, (workers - at[i - 1]) / (at[i] - at[i - 1]));
    return speed[i - 1] + part * (speed[i] - speed[i - 1]);
  }

  public static AllocationProblem equalJobs(int jobs, int workers) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a100", workers)));
    for (int m = 0; m < jobs; m++) {
      String id = "job" + m;
      problem.job(Job.builder(id).stepsRemaining(1e5).build(), SPEED[0]);
      for (int i = 1; i < SPEED.length && 1 << i <= workers; i++) {
        problem.configuration(id, "x" + (1 << i), 1 << i, SPEED[i]);
      }
    }
    return problem.build();
  }

  @Test
  void equalJobsOnOneType_getTheHullOfTheirSpeeds() {
    for (int jobs = 1; jobs <= 12; jobs++) {
      double expected = hull(8.0 / jobs);
      for (Policy policy :
          List.of(
              MaxMinFairness.create(),
              FinishTimeFairness.create(),
              NashWelfare.create(),
              MeanFairness.of(-1).withReference(Normalizer.ISOLATED_SHARE))) {
        Allocation x = policy.allocate(equalJobs(jobs, 8));
        for (int m = 0; m < jobs; m++) {
          assertEquals(expected, x.effectiveThroughput(m), TOLERANCE * expected, policy.toString());
        }
      }
      Allocation total = MaxTotalThroughput.create().allocate(equalJobs(jobs, 8));
      double most = jobs * expected;
      assertEquals(most, total.certificate().objective(), TOLERANCE * most);
    }
  }

  @Test
  void levelAndFinishTime_areMeasuredByTheFirstWay() {
    AllocationProblem problem = equalJobs(3, 8);
    double throughput = hull(8.0 / 3);
    assertEquals(9 + 6.5 / 3, throughput, 1e-12);
    Allocation fair = MaxMinFairness.create().allocate(problem);
    assertEquals(SPEED[0], EqualShare.throughput(problem, 0));
    assertEquals(throughput / SPEED[0], fair.certificate().objective(), TOLERANCE);
    Allocation time = FinishTimeFairness.create().allocate(problem); // alone: a worker full time
    assertEquals(SPEED[0] / throughput, time.certificate().objective(), TOLERANCE);
  }

  @Test
  void convexSpeed_isSharedInTime() {
    // A plan on 4 workers that is more than 4 times as fast: all take turns on all workers.
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a100", 4)));
    for (int m = 0; m < 3; m++) {
      builder.job(Job.of("job" + m), 1).configuration("job" + m, "sharded", 4, 6);
    }
    Allocation x = MaxMinFairness.create().allocate(builder.build());
    for (int m = 0; m < 3; m++) {
      assertEquals(2, x.effectiveThroughput(m), TOLERANCE);
      assertEquals(1 / 3.0, x.fraction("job" + m, "sharded", "a100"), TOLERANCE);
    }
  }

  @Test
  void planOfTheSameSize_isUsedWhereItIsFaster() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a100", 1), new WorkerType("v100", 1)))
            .job(Job.of("a"), 4, 3)
            .configuration("a", "small batch", 1, 2, 5)
            .build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    assertEquals(1, x.fraction("a", "small batch", "v100"), TOLERANCE);
    assertEquals(5, x.effectiveThroughput("a"), 5 * TOLERANCE);
  }
}
