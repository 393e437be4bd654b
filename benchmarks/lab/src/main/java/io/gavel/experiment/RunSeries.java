package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Runs that differ in one number, such as the arrival rate. Immutable.
 *
 * @param x the values of the number, ascending
 * @param runs one run for each value
 */
public record RunSeries(List<Double> x, List<ExperimentRun> runs) {

  /**
   * Copies the lists.
   *
   * @param x the values of the number, ascending
   * @param runs one run for each value
   */
  public RunSeries {
    x = List.copyOf(x);
    runs = List.copyOf(runs);
    if (x.size() != runs.size()) {
      throw new IllegalArgumentException("%s runs for %s".formatted(runs.size(), x));
    }
  }

  /**
   * Creates the runs.
   *
   * @param x the values of the number, ascending
   * @param run creates the run for a value
   * @return a run for each value
   */
  public static RunSeries of(List<Double> x, DoubleFunction<ExperimentRun> run) {
    return new RunSeries(x, x.stream().map(run::apply).toList());
  }

  /**
   * Returns a copy with one more run.
   *
   * @param last the value of the run, greater than the others
   * @param experimentRun the run
   * @return a copy
   */
  public RunSeries and(double last, ExperimentRun experimentRun) {
    List<Double> longer = new ArrayList<>(x);
    longer.add(last);
    List<ExperimentRun> more = new ArrayList<>(runs);
    more.add(experimentRun);
    return new RunSeries(longer, more);
  }

  /**
   * Returns average completion times with the published values.
   *
   * @param format format of the name of a figure, with the value as argument
   * @param published hours, one for each value
   * @return a figure for each run
   */
  public List<ReproducedFigure> averageJct(String format, List<Double> published) {
    return IntStream.range(0, runs.size())
        .mapToObj(
            i ->
                ReproducedFigure.published(
                    format.formatted(x.get(i)), published.get(i), r -> r.jctHours(runs.get(i))))
        .toList();
  }

  /**
   * Returns average completion times as a line, with their 95 % intervals over the seeds.
   *
   * @param name the name in the legend
   * @param results the results of these runs
   * @return a line over the values
   */
  public Chart.Line averageJct(String name, Results results) {
    List<MeanInterval> intervals =
        runs.stream()
            .map(
                experimentRun ->
                    MeanInterval.of(
                        results.of(experimentRun).stream()
                            .map(run -> run.number(Simulation.AVERAGE_JCT_HOURS))
                            .toList()))
            .toList();
    return Chart.Line.means(
        name,
        x,
        intervals.stream().map(MeanInterval::mean).toList(),
        intervals.stream().map(i -> i.count() < 2 ? 0 : i.half()).toList());
  }
}
