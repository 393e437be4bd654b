package io.gavel.experiment.schedulers;

import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * The figures of a scheduler, as means over seeds. Immutable.
 *
 * @param scheduler its name
 * @param jctHours average completion time
 * @param p99JctHours 99th percentile of completion times
 * @param makespanHours from the first arrival to the last completion
 * @param meanSlowdown average contention slowdown, the ρ of Themis
 * @param maxSlowdown largest contention slowdown; mean over seeds
 * @param utilization busy worker time as a fraction of all worker time
 * @param restarts average number of moves of a job to other workers
 * @param decisionMillis processor time of a decision, on average
 * @param leastJctHours lowest average completion time of a seed
 * @param mostJctHours highest average completion time of a seed
 */
public record Score(
    String scheduler,
    double jctHours,
    double p99JctHours,
    double makespanHours,
    double meanSlowdown,
    double maxSlowdown,
    double utilization,
    double restarts,
    double decisionMillis,
    double leastJctHours,
    double mostJctHours) {

  private static final double HOUR = 3600;

  /**
   * One run.
   *
   * @param result the measurements of the simulator
   * @param decisionMillis processor time of a decision, on average
   */
  record Run(SimulationResult result, double decisionMillis) {

    double jctHours() {
      return result.averageJctSeconds().orElse(Double.NaN) / HOUR;
    }

    double p99Hours() {
      double[] jct = result.jctSeconds().stream().mapToDouble(Double::doubleValue).toArray();
      return new Percentile().evaluate(jct, 99) / HOUR;
    }

    double[] slowdown() {
      return of(job -> job.rho().orElse(Double.NaN));
    }

    double[] of(ToDoubleFunction<JobOutcome> figure) {
      return result.measured().stream().mapToDouble(figure).toArray();
    }
  }

  static Score of(String scheduler, List<Run> runs) {
    double[] jct = runs.stream().mapToDouble(Run::jctHours).toArray();
    return new Score(
        scheduler,
        StatUtils.mean(jct),
        mean(runs, Run::p99Hours),
        mean(runs, run -> run.result().makespanSeconds() / HOUR),
        mean(runs, run -> StatUtils.mean(run.slowdown())),
        mean(runs, run -> StatUtils.max(run.slowdown())),
        mean(runs, run -> run.result().utilization().orElse(Double.NaN)),
        mean(runs, run -> StatUtils.mean(run.of(JobOutcome::restarts))),
        mean(runs, Run::decisionMillis),
        StatUtils.min(jct),
        StatUtils.max(jct));
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
    return StatUtils.mean(runs.stream().mapToDouble(figure).toArray());
  }
}
