package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.List;

/** Problems a little later: jobs have gone or come. */
public final class Changes {

  private Changes() {}

  /** The same problem without one of its jobs, and its pairs and configurations. */
  public static AllocationProblem without(AllocationProblem problem, int gone) {
    AllocationProblem.Builder left = AllocationProblem.builder(problem.cluster());
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      if (group.member(0) == gone || group.member(group.size() - 1) == gone) {
        continue;
      }
      if (g < problem.jobCount()) {
        left.job(problem.job(g), row(problem, g, 0));
      } else if (group instanceof Group.Configuration way) {
        left.configuration(id(problem, group, 0), way.name(), way.workers(), row(problem, g, 0));
      } else {
        left.pair(
            id(problem, group, 0), id(problem, group, 1), row(problem, g, 0), row(problem, g, 1));
      }
    }
    return left.build();
  }

  /** The same problem with one more job. */
  public static AllocationProblem with(
      AllocationProblem problem, Job job, double... stepsPerSecond) {
    AllocationProblem.Builder more = AllocationProblem.builder(problem.cluster());
    for (int m = 0; m < problem.jobCount(); m++) {
      more.job(problem.job(m), row(problem, m, 0));
    }
    return more.job(job, stepsPerSecond).build();
  }

  /** The same problem with its jobs in another order: the first ones last. */
  static AllocationProblem rotated(AllocationProblem problem, int by) {
    AllocationProblem.Builder other = AllocationProblem.builder(problem.cluster());
    for (int i = 0; i < problem.jobCount(); i++) {
      int m = (i + by) % problem.jobCount();
      other.job(problem.job(m), row(problem, m, 0));
    }
    return other.build();
  }

  static double[] row(AllocationProblem problem, int g, int member) {
    double[] row = new double[problem.cluster().typeCount()];
    for (int j = 0; j < row.length; j++) {
      row[j] = problem.throughputs().stepsPerSecond(g, member, j);
    }
    return row;
  }

  private static String id(AllocationProblem problem, Group group, int i) {
    return problem.job(group.member(i)).id();
  }

  /** Policies that know what is almost optimal. */
  public static List<EpsilonOptimal> nearOptimal() {
    return List.of(
        MaxMinFairness.create(),
        MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY),
        WaterFilling.create(),
        FinishTimeFairness.create(),
        Makespan.create(),
        MaxTotalThroughput.create(),
        MaxTotalThroughput.create().withoutSlos().withStepWeight(StepWeight.WEIGHTED_SHARES),
        ThroughputPerPrice.create(),
        FifoProgram.create());
  }
}
