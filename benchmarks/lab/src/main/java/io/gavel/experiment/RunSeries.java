package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Arms that differ in one number, such as the rate of arrivals. Immutable.
 *
 * @param x the numbers, ascending
 * @param arms one for each number
 */
public record RunSeries(List<Double> x, List<ExperimentRun> arms) {

  /**
   * Copies the lists.
   *
   * @param x the numbers, ascending
   * @param arms one for each number
   */
  public RunSeries {
    x = List.copyOf(x);
    arms = List.copyOf(arms);
    if (x.size() != arms.size()) {
      throw new IllegalArgumentException("%d arms for %s".formatted(arms.size(), x));
    }
  }

  /**
   * Makes the arms.
   *
   * @param x the numbers, ascending
   * @param arm makes the arm of a number
   * @return an arm for each number
   */
  public static RunSeries of(List<Double> x, DoubleFunction<ExperimentRun> arm) {
    return new RunSeries(x, x.stream().map(arm::apply).toList());
  }

  /**
   * The same with one more arm.
   *
   * @param last greater than the other numbers
   * @param experimentRun its arm
   * @return a copy
   */
  public RunSeries and(double last, ExperimentRun experimentRun) {
    List<Double> longer = new ArrayList<>(x);
    longer.add(last);
    List<ExperimentRun> more = new ArrayList<>(arms);
    more.add(experimentRun);
    return new RunSeries(longer, more);
  }

  /**
   * Average completion times compared with the published ones.
   *
   * @param format of the name of a figure, which takes the number
   * @param published hours, one for each number
   * @return a figure for each arm
   */
  public List<ReproducedFigure> averageJct(String format, List<Double> published) {
    return IntStream.range(0, arms.size())
        .mapToObj(
            i ->
                ReproducedFigure.published(
                    format.formatted(x.get(i)), published.get(i), r -> r.jctHours(arms.get(i))))
        .toList();
  }

  /**
   * Average completion times as a line, with the spread over the seeds.
   *
   * @param name in the legend
   * @param results of these arms
   * @return a line over the numbers
   */
  public Chart.Line averageJct(String name, Results results) {
    return Chart.Line.means(
        name,
        x,
        arms.stream()
            .map(
                experimentRun ->
                    results.of(experimentRun).stream()
                        .mapToDouble(run -> run.number(Simulation.AVERAGE_JCT_HOURS))
                        .toArray())
            .toList());
  }
}
