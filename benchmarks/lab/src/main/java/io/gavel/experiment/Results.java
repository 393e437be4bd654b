package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What the arms of an experiment measured. Immutable.
 *
 * @param byArm for the id of each arm its results, one a seed, in the order of the seeds
 */
public record Results(Map<String, List<RunFigures>> byArm) {

  /**
   * The results of an arm.
   *
   * @param experimentRun which
   * @return one a seed
   */
  public List<RunFigures> of(ExperimentRun experimentRun) {
    List<RunFigures> results = byArm.get(experimentRun.id());
    if (results == null) {
      throw new IllegalArgumentException(
          "there is no arm \"%s\"; there are %s".formatted(experimentRun.id(), byArm.keySet()));
    }
    return results;
  }

  /**
   * The mean of a figure over the seeds.
   *
   * @param experimentRun an arm
   * @param figure of one run
   * @return NaN if a run has no such figure
   */
  public double mean(ExperimentRun experimentRun, ToDoubleFunction<RunFigures> figure) {
    return StatUtils.mean(of(experimentRun).stream().mapToDouble(figure).toArray());
  }

  /**
   * The mean of a figure over the seeds.
   *
   * @param experimentRun an arm
   * @param figure its name
   * @return NaN if a run has no such figure
   */
  public double mean(ExperimentRun experimentRun, String figure) {
    return mean(experimentRun, sample -> sample.number(figure));
  }

  /**
   * The average completion time.
   *
   * @param experimentRun an arm
   * @return hours, mean over the seeds
   */
  public double jctHours(ExperimentRun experimentRun) {
    return mean(experimentRun, Simulation.AVERAGE_JCT_HOURS);
  }

  /**
   * The quotient of two average completion times.
   *
   * @param above an arm
   * @param below another
   * @return of the means over the seeds
   */
  public double jctRatio(ExperimentRun above, ExperimentRun below) {
    return jctHours(above) / jctHours(below);
  }

  /**
   * The distribution of completion times.
   *
   * @param name in the legend
   * @param experimentRun an arm
   * @return of the jobs of all seeds
   */
  public Chart.Line jctDistribution(String name, ExperimentRun experimentRun) {
    return Chart.Line.cdf(name, all(experimentRun, Simulation.JCT_HOURS));
  }

  /**
   * The mean over the seeds of the largest value of a list.
   *
   * @param experimentRun an arm
   * @param figure name of the list
   * @return NaN if a run has no value
   */
  public double meanOfLargest(ExperimentRun experimentRun, String figure) {
    return mean(
        experimentRun,
        run ->
            run.list(figure).stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN));
  }

  /**
   * All values of a list, of all seeds.
   *
   * @param experimentRun an arm
   * @param figure its name
   * @return those that are numbers, by seed
   */
  public double[] all(ExperimentRun experimentRun, String figure) {
    return of(experimentRun).stream()
        .flatMap(sample -> sample.list(figure).stream())
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /**
   * The values of a list over those in the same places of another arm's.
   *
   * @param experimentRun an arm
   * @param other another, with as many values for each seed
   * @param figure name of both lists
   * @return those that are numbers, by seed
   */
  public double[] quotients(ExperimentRun experimentRun, ExperimentRun other, String figure) {
    return IntStream.range(0, seeds())
        .boxed()
        .flatMap(
            seed -> {
              List<Double> above = of(experimentRun).get(seed).list(figure);
              List<Double> below = of(other).get(seed).list(figure);
              return IntStream.range(0, above.size()).mapToObj(m -> above.get(m) / below.get(m));
            })
        .mapToDouble(Double::doubleValue)
        .filter(quotient -> !Double.isNaN(quotient))
        .toArray();
  }

  /**
   * Whether some run of an arm was given up.
   *
   * @param experimentRun an arm
   * @return true if the load was too high
   */
  public boolean isSaturated(ExperimentRun experimentRun) {
    return of(experimentRun).stream()
        .anyMatch(
            sample -> sample.figures().getOrDefault(Simulation.SATURATED, List.of(0.0)).get(0) > 0);
  }

  /**
   * What was measured with one of the seeds.
   *
   * @param index of the seed, from 0
   * @return results of one seed
   */
  public Results ofSeed(int index) {
    Map<String, List<RunFigures>> one = new LinkedHashMap<>();
    byArm.forEach((arm, samples) -> one.put(arm, List.of(samples.get(index))));
    return new Results(one);
  }

  /**
   * How many seeds there are.
   *
   * @return at least 1, unless there is no arm
   */
  public int seeds() {
    return byArm.values().stream().mapToInt(List::size).min().orElse(0);
  }
}
