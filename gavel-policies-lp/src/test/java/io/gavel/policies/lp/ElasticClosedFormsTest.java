package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.baseline.Optimus;
import io.gavel.policies.lp.baseline.Pollux;
import io.gavel.policies.lp.baseline.Sia;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Elastic jobs whose optimum is known in closed form, or by trying all assignments. */
final class ElasticClosedFormsTest {

  private static final double TOLERANCE = 2e-6;

  /** Steps per second on 1, 2, 4 and 8 workers, concave. */
  private static final double[] SPEED = {5, 9, 15.5, 24};

  /** The best throughput with some workers on average, which is the concave hull of the speeds. */
  private static double hull(double workers) {
    double[] at = {0, 1, 2, 4, 8};
    double[] speed = {0, SPEED[0], SPEED[1], SPEED[2], SPEED[3]};
    int i = 1;
    while (at[i] < workers && i < 4) {
      i++;
    }
    double part = Math.min(1, (workers - at[i - 1]) / (at[i] - at[i - 1]));
    return speed[i - 1] + part * (speed[i] - speed[i - 1]);
  }

  private static AllocationProblem equalJobs(int jobs, int workers) {
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
              Pollux.create())) {
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
  void optimus_equalJobs_growsThemByWorkers() {
    for (int jobs : new int[] {1, 2, 4, 8}) {
      Allocation x = Optimus.create().allocate(equalJobs(jobs, 8));
      for (int m = 0; m < jobs; m++) {
        assertEquals(hull(8.0 / jobs), x.effectiveThroughput(m), 1e-6);
      }
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

  @Test
  void sia_elasticJobs_isCloseToTheBestAssignment() {
    Random random = new Random(5);
    for (int i = 0; i < 60; i++) {
      AllocationProblem problem = equalJobs(1 + random.nextInt(4), 4 + random.nextInt(5));
      Allocation x = Sia.create().allocate(problem);
      double best = bestAssignment(problem, 0, problem.cluster().poolWorkers(0));
      assertTrue(x.certificate().objective() <= best + 1e-9);
      assertTrue(x.certificate().bound() >= best - 1e-9);
      assertTrue(x.certificate().objective() >= 0.9 * best, x::toTable);
      assertEquals(0, x.maxViolation());
    }
  }

  /** The largest Σ (1.1 − A^−0.5), each job in one way or waiting. */
  private static double bestAssignment(AllocationProblem problem, int m, int free) {
    if (m == problem.jobCount()) {
      return 0;
    }
    double best = bestAssignment(problem, m + 1, free);
    for (int g :
        IntStream.concat(IntStream.of(m), IntStream.of(problem.configurationsOf(m))).toArray()) {
      if (problem.scaleFactor(g) <= free) {
        double gain = 1.1 - Math.pow(problem.throughputs().stepsPerSecond(g, 0) / SPEED[0], -0.5);
        best = Math.max(best, gain + bestAssignment(problem, m + 1, free - problem.scaleFactor(g)));
      }
    }
    return best;
  }
}
