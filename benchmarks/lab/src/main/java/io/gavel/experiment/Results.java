package io.gavel.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The results of the runs of an experiment. Immutable.
 *
 * @param byRun results by id of the run, one per seed, in the order of the seeds
 * @param data the digest of each published file that the runs used, by its path
 */
public record Results(Map<String, List<RunFigures>> byRun, Map<String, String> data) {

  /**
   * Returns the results of a run.
   *
   * @param run the run
   * @return one result per seed
   */
  public List<RunFigures> of(ExperimentRun run) {
    List<RunFigures> results = byRun.get(run.id());
    if (results == null) {
      throw new IllegalArgumentException(
          "there is no run \"%s\"; known: %s".formatted(run.id(), byRun.keySet()));
    }
    return results;
  }

  /**
   * Returns the mean of a number over the seeds.
   *
   * @param run a run
   * @param number the number of one result
   * @return the mean; NaN if the number is missing for a seed
   */
  public double mean(ExperimentRun run, ToDoubleFunction<RunFigures> number) {
    return StatUtils.mean(of(run).stream().mapToDouble(number).toArray());
  }

  /**
   * Returns the values of a list over runs and seeds.
   *
   * @param runs the runs
   * @param list the name of the list
   * @return the values other than NaN, by run and seed
   */
  public double[] all(List<ExperimentRun> runs, String list) {
    return runs.stream()
        .flatMap(run -> of(run).stream())
        .flatMapToDouble(figures -> figures.list(list).stream().mapToDouble(Double::doubleValue))
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /**
   * Returns the values of a list divided by the corresponding values of another run.
   *
   * @param run a run
   * @param below another run, with equal numbers of values for each seed
   * @param list the name of both lists
   * @return the values other than NaN, by seed
   */
  public double[] quotients(ExperimentRun run, ExperimentRun below, String list) {
    DoubleStream quotients = DoubleStream.empty();
    for (int seed = 0; seed < seeds(); seed++) {
      List<Double> numerators = of(run).get(seed).list(list);
      List<Double> denominators = of(below).get(seed).list(list);
      quotients =
          DoubleStream.concat(
              quotients,
              IntStream.range(0, numerators.size())
                  .mapToDouble(m -> numerators.get(m) / denominators.get(m)));
    }
    return quotients.filter(quotient -> !Double.isNaN(quotient)).toArray();
  }

  /**
   * Returns whether a run was aborted for some seed.
   *
   * @param run a run
   * @return whether the load was too high
   */
  public boolean isSaturated(ExperimentRun run) {
    return of(run).stream()
        .anyMatch(
            figures ->
                figures.figures().getOrDefault(Simulation.SATURATED, List.of(0.0)).get(0) > 0);
  }

  /**
   * Returns the results of one seed.
   *
   * @param index index of the seed, from 0
   * @return the results of the seed
   */
  public Results ofSeed(int index) {
    Map<String, List<RunFigures>> one = new LinkedHashMap<>();
    byRun.forEach((run, figures) -> one.put(run, List.of(figures.get(index))));
    return new Results(one, data);
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
