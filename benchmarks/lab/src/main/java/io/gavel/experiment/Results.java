package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The results of the runs of an experiment. Immutable.
 *
 * @param byRun results by id of the run, one per seed, in the order of the seeds
 */
public record Results(Map<String, List<RunFigures>> byRun) {

  /**
   * Returns the results of a run.
   *
   * @param experimentRun the run
   * @return one result per seed
   */
  public List<RunFigures> of(ExperimentRun experimentRun) {
    List<RunFigures> results = byRun.get(experimentRun.id());
    if (results == null) {
      throw new IllegalArgumentException(
          "there is no run \"%s\"; known: %s".formatted(experimentRun.id(), byRun.keySet()));
    }
    return results;
  }

  /**
   * Returns the mean of a figure over the seeds.
   *
   * @param experimentRun a run
   * @param figure the figure of one result
   * @return the mean; NaN if the figure is missing for a seed
   */
  public double mean(ExperimentRun experimentRun, ToDoubleFunction<RunFigures> figure) {
    return StatUtils.mean(of(experimentRun).stream().mapToDouble(figure).toArray());
  }

  /**
   * Returns the mean of a figure over the seeds.
   *
   * @param experimentRun a run
   * @param figure the name of the figure
   * @return the mean; NaN if the figure is missing for a seed
   */
  public double mean(ExperimentRun experimentRun, String figure) {
    return mean(experimentRun, sample -> sample.number(figure));
  }

  /**
   * Returns the average completion time.
   *
   * @param experimentRun a run
   * @return hours, mean over the seeds
   */
  public double jctHours(ExperimentRun experimentRun) {
    return mean(experimentRun, Simulation.AVERAGE_JCT_HOURS);
  }

  /**
   * Returns the quotient of two average completion times.
   *
   * @param above the run of the numerator
   * @param below the run of the denominator
   * @return the quotient of the means over the seeds
   */
  public double jctRatio(ExperimentRun above, ExperimentRun below) {
    return jctHours(above) / jctHours(below);
  }

  /**
   * Returns the distribution of completion times.
   *
   * @param name the name in the legend
   * @param experimentRun a run
   * @return the distribution over the jobs of all seeds
   */
  public Chart.Line jctDistribution(String name, ExperimentRun experimentRun) {
    return Chart.Line.cdf(name, all(experimentRun, Simulation.JCT_HOURS));
  }

  /**
   * Returns the mean over the seeds of the largest value of a list.
   *
   * @param experimentRun a run
   * @param figure the name of the list
   * @return the mean; NaN if the list of a seed is empty
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
   * Returns the values of a list over all seeds.
   *
   * @param experimentRun a run
   * @param figure the name of the figure
   * @return the values other than NaN, by seed
   */
  public double[] all(ExperimentRun experimentRun, String figure) {
    return of(experimentRun).stream()
        .flatMap(sample -> sample.list(figure).stream())
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /**
   * Returns the values of a list divided by the corresponding values of another run.
   *
   * @param experimentRun a run
   * @param other another run, with equal numbers of values for each seed
   * @param figure the name of both lists
   * @return the values other than NaN, by seed
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
   * Returns whether a run was aborted for some seed.
   *
   * @param experimentRun a run
   * @return whether the load was too high
   */
  public boolean isSaturated(ExperimentRun experimentRun) {
    return of(experimentRun).stream()
        .anyMatch(
            sample -> sample.figures().getOrDefault(Simulation.SATURATED, List.of(0.0)).get(0) > 0);
  }

  /**
   * Returns the results of one seed.
   *
   * @param index index of the seed, from 0
   * @return the results of the seed
   */
  public Results ofSeed(int index) {
    Map<String, List<RunFigures>> one = new LinkedHashMap<>();
    byRun.forEach((run, samples) -> one.put(run, List.of(samples.get(index))));
    return new Results(one);
  }

  /**
   * Returns the number of seeds.
   *
   * @return at least 1, unless there is no run
   */
  public int seeds() {
    return byRun.values().stream().mapToInt(List::size).min().orElse(0);
  }
}
