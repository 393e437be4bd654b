package io.gavel.benchmarks.experiment;

import io.gavel.benchmarks.simulation.JobOutcome;
import io.gavel.benchmarks.simulation.SimulationResult;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What the arms of an experiment measured. Immutable.
 *
 * @param byArm for each arm its results, one a seed, in the order of the seeds
 */
public record Results(Map<String, List<SimulationResult>> byArm) {

  private static final double HOUR = 3600;

  /**
   * The results of an arm.
   *
   * @param arm its name
   * @return one a seed
   */
  public List<SimulationResult> of(String arm) {
    List<SimulationResult> results = byArm.get(arm);
    if (results == null) {
      throw new IllegalArgumentException(
          "there is no arm \"%s\"; there are %s".formatted(arm, byArm.keySet()));
    }
    return results;
  }

  /**
   * The mean of a figure over the seeds.
   *
   * @param arm an arm's name
   * @param figure of one run
   * @return NaN if a run has no such figure
   */
  public double mean(String arm, ToDoubleFunction<SimulationResult> figure) {
    return StatUtils.mean(of(arm).stream().mapToDouble(figure).toArray());
  }

  /**
   * The average completion time.
   *
   * @param arm an arm's name
   * @return hours, mean over the seeds
   */
  public double jctHours(String arm) {
    return mean(arm, run -> run.averageJctSeconds().orElse(Double.NaN) / HOUR);
  }

  /**
   * The average completion time of some jobs.
   *
   * @param arm an arm's name
   * @param which of the measured jobs
   * @return hours, mean over the seeds
   */
  public double jctHours(String arm, Predicate<JobOutcome> which) {
    return mean(
        arm,
        run ->
            run.measured().stream()
                    .filter(job -> job.jctSeconds().isPresent() && which.test(job))
                    .mapToDouble(job -> job.jctSeconds().getAsDouble())
                    .average()
                    .orElse(Double.NaN)
                / HOUR);
  }

  /**
   * The time until the last job is done.
   *
   * @param arm an arm's name
   * @return hours, mean over the seeds
   */
  public double makespanHours(String arm) {
    return mean(arm, run -> run.makespanSeconds() / HOUR);
  }

  /**
   * Whether some run of an arm was given up.
   *
   * @param arm an arm's name
   * @return true if the load was too high
   */
  public boolean isSaturated(String arm) {
    return of(arm).stream().anyMatch(SimulationResult::saturated);
  }
}
