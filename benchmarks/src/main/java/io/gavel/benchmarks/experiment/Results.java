package io.gavel.benchmarks.experiment;

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
   * @param arm which
   * @return one a seed
   */
  public List<RunFigures> of(Arm arm) {
    List<RunFigures> results = byArm.get(arm.id());
    if (results == null) {
      throw new IllegalArgumentException(
          "there is no arm \"%s\"; there are %s".formatted(arm.id(), byArm.keySet()));
    }
    return results;
  }

  /**
   * The mean of a figure over the seeds.
   *
   * @param arm an arm
   * @param figure of one run
   * @return NaN if a run has no such figure
   */
  public double mean(Arm arm, ToDoubleFunction<RunFigures> figure) {
    return StatUtils.mean(of(arm).stream().mapToDouble(figure).toArray());
  }

  /**
   * The mean of a figure over the seeds.
   *
   * @param arm an arm
   * @param figure its name
   * @return NaN if a run has no such figure
   */
  public double mean(Arm arm, String figure) {
    return mean(arm, sample -> sample.number(figure));
  }

  /**
   * The average completion time.
   *
   * @param arm an arm
   * @return hours, mean over the seeds
   */
  public double jctHours(Arm arm) {
    return mean(arm, Simulation.AVERAGE_JCT_HOURS);
  }

  /**
   * The quotient of two average completion times.
   *
   * @param above an arm
   * @param below another
   * @return of the means over the seeds
   */
  public double jctRatio(Arm above, Arm below) {
    return jctHours(above) / jctHours(below);
  }

  /**
   * The distribution of completion times.
   *
   * @param name in the legend
   * @param arm an arm
   * @return of the jobs of all seeds
   */
  public Chart.Line jctDistribution(String name, Arm arm) {
    return Chart.Line.cdf(name, all(arm, Simulation.JCT_HOURS));
  }

  /**
   * The mean over the seeds of the largest value of a list.
   *
   * @param arm an arm
   * @param figure name of the list
   * @return NaN if a run has no value
   */
  public double meanOfLargest(Arm arm, String figure) {
    return mean(
        arm,
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
   * @param arm an arm
   * @param figure its name
   * @return those that are numbers, by seed
   */
  public double[] all(Arm arm, String figure) {
    return of(arm).stream()
        .flatMap(sample -> sample.list(figure).stream())
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /**
   * The values of a list over those in the same places of another arm's.
   *
   * @param arm an arm
   * @param other another, with as many values for each seed
   * @param figure name of both lists
   * @return those that are numbers, by seed
   */
  public double[] quotients(Arm arm, Arm other, String figure) {
    return IntStream.range(0, seeds())
        .boxed()
        .flatMap(
            seed -> {
              List<Double> above = of(arm).get(seed).list(figure);
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
   * @param arm an arm
   * @return true if the load was too high
   */
  public boolean isSaturated(Arm arm) {
    return of(arm).stream()
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
