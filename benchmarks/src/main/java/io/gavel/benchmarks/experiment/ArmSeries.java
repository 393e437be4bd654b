package io.gavel.benchmarks.experiment;

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
public record ArmSeries(List<Double> x, List<Arm> arms) {

  /**
   * Copies the lists.
   *
   * @param x the numbers, ascending
   * @param arms one for each number
   */
  public ArmSeries {
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
  public static ArmSeries of(List<Double> x, DoubleFunction<Arm> arm) {
    return new ArmSeries(x, x.stream().map(arm::apply).toList());
  }

  /**
   * The same with one more arm.
   *
   * @param last greater than the other numbers
   * @param arm its arm
   * @return a copy
   */
  public ArmSeries and(double last, Arm arm) {
    List<Double> longer = new ArrayList<>(x);
    longer.add(last);
    List<Arm> more = new ArrayList<>(arms);
    more.add(arm);
    return new ArmSeries(longer, more);
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
                arm ->
                    results.of(arm).stream()
                        .mapToDouble(run -> run.number(Simulation.AVERAGE_JCT_HOURS))
                        .toArray())
            .toList());
  }
}
