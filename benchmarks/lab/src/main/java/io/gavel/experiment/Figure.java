package io.gavel.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A number that is computed from the results of runs. Immutable.
 *
 * @param runs the runs
 * @param value computes the number from results that include the runs
 */
public record Figure(List<ExperimentRun> runs, ToDoubleFunction<Results> value) {

  /**
   * Returns a number that depends on no run.
   *
   * @param value the number
   * @return the number as a figure
   */
  public static Figure constant(double value) {
    return new Figure(List.of(), results -> value);
  }

  /**
   * Returns the mean of a number over the seeds.
   *
   * @param run the run
   * @param name the name of the number
   * @return the mean; NaN if the number is missing for a seed
   */
  public static Figure mean(ExperimentRun run, String name) {
    return mean(run, figures -> figures.number(name));
  }

  /**
   * Returns the mean over the seeds of a number that is computed for each seed.
   *
   * @param run the run
   * @param number computes the number of one seed
   * @return the mean; NaN if the number is missing for a seed
   */
  public static Figure mean(ExperimentRun run, ToDoubleFunction<RunFigures> number) {
    return new Figure(List.of(run), results -> results.mean(run, number));
  }

  /**
   * Returns a statistic of a list of one or more runs over all seeds.
   *
   * @param runs the runs
   * @param list the name of the list
   * @param statistic computes the number from the values of all runs and seeds
   * @return the statistic
   */
  public static Figure pooled(
      List<? extends ExperimentRun> runs, String list, ToDoubleFunction<double[]> statistic) {
    List<ExperimentRun> all = List.copyOf(runs);
    return new Figure(all, results -> statistic.applyAsDouble(results.all(all, list)));
  }

  /**
   * Returns a statistic of the values of a list, each divided by the same value of another run.
   *
   * @param run the run
   * @param below the run of the denominators, with as many values for each seed
   * @param list the name of both lists
   * @param statistic computes the number from the quotients of all seeds
   * @return the statistic
   */
  public static Figure quotients(
      ExperimentRun run, ExperimentRun below, String list, ToDoubleFunction<double[]> statistic) {
    return new Figure(
        List.of(run, below),
        results -> statistic.applyAsDouble(results.quotients(run, below, list)));
  }

  /**
   * Returns the quotient of this figure and another.
   *
   * @param below the denominator
   * @return the quotient
   */
  public Figure over(Figure below) {
    List<ExperimentRun> all = new ArrayList<>(runs);
    all.addAll(below.runs);
    return new Figure(
        Collections.unmodifiableList(all), results -> of(results) / below.of(results));
  }

  /**
   * Returns this figure in per cent.
   *
   * @return a figure 100 times as large
   */
  public Figure percent() {
    return new Figure(runs, results -> 100 * of(results));
  }

  /**
   * Computes the number for each seed.
   *
   * @param results results that include the runs
   * @return the mean of the numbers and its 95 % interval
   */
  public MeanInterval interval(Results results) {
    return MeanInterval.of(
        IntStream.range(0, results.seeds()).mapToObj(seed -> of(results.ofSeed(seed))).toList());
  }

  /**
   * Computes the number.
   *
   * @param results results that include the runs
   * @return the number
   */
  public double of(Results results) {
    return value.applyAsDouble(results);
  }
}
