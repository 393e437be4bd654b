package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The specification of an experiment: the rows of its table and the curves of its charts, with the
 * runs that they need. Immutable.
 *
 * @param name the name on the command line
 * @param claim the published claim, in one sentence
 * @param seeds the default seeds
 * @param rows the rows of the table
 * @param charts the charts
 * @param remark a remark on the results; may be empty
 */
public record Experiment(
    String name,
    String claim,
    List<Long> seeds,
    List<Row> rows,
    List<Drawing> charts,
    String remark) {

  /**
   * A row of the table. Immutable.
   *
   * @param what describes the figure, with its unit
   * @param published the published value; empty if none
   * @param figure the figure
   * @param why the reason for a difference from the published value; may be empty
   * @param ofFirstSeed whether it is a figure of the first seed alone, because one run was
   *     published
   */
  public record Row(
      String what, OptionalDouble published, Figure figure, String why, boolean ofFirstSeed) {

    /**
     * Returns the value of the figure.
     *
     * @param results the results of all seeds
     * @return its value over all seeds, or that of the first
     */
    public double value(Results results) {
      return figure.of(ofFirstSeed ? results.ofSeed(0) : results);
    }
  }

  /**
   * A chart that is drawn from results. Immutable.
   *
   * @param title the heading
   * @param xTitle title of the horizontal axis
   * @param yTitle title of the vertical axis
   * @param axes the logarithmic axes
   * @param curves the curves
   */
  public record Drawing(
      String title, String xTitle, String yTitle, Chart.Axes axes, List<Curve> curves) {

    /**
     * Draws the results.
     *
     * @param results the results
     * @return the chart
     */
    public Chart of(Results results) {
      List<Chart.Line> lines = curves.stream().map(curve -> curve.line().apply(results)).toList();
      return new Chart(title, xTitle, yTitle, axes, lines);
    }
  }

  /**
   * A curve of a chart. Immutable.
   *
   * @param runs the runs that it needs
   * @param line draws the results
   */
  public record Curve(List<? extends ExperimentRun> runs, Function<Results, Chart.Line> line) {

    /**
     * Creates a curve of figures, with the 95 % intervals of their means over the seeds.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates
     * @param y the vertical coordinates
     * @return a curve
     */
    public static Curve of(String name, List<Figure> x, List<Figure> y) {
      List<ExperimentRun> runs =
          Stream.concat(x.stream(), y.stream()).flatMap(f -> f.runs().stream()).toList();
      return new Curve(
          runs,
          results -> {
            List<Double> halves = y.stream().map(figure -> half(figure, results)).toList();
            return halves.stream().allMatch(half -> half == 0)
                ? Chart.Line.of(name, values(x, results), values(y, results))
                : Chart.Line.means(name, values(x, results), values(y, results), halves);
          });
    }

    /**
     * Creates a curve of steps, one for each value of a list.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates, as constants
     * @param run the run
     * @param list the name of the list, whose values are averaged over the seeds
     * @return a curve
     */
    public static Curve steps(String name, List<Figure> x, ExperimentRun run, String list) {
      return new Curve(
          List.of(run),
          results ->
              Chart.Line.steps(
                  name,
                  values(x, results),
                  IntStream.range(0, x.size())
                      .mapToObj(i -> results.mean(run, figures -> figures.list(list).get(i)))
                      .toList()));
    }

    /**
     * Creates a curve of the distribution of completion times over all seeds.
     *
     * @param name the name in the legend
     * @param run a simulation
     * @return a curve
     */
    public static Curve distribution(String name, ExperimentRun run) {
      List<ExperimentRun> runs = List.of(run);
      return new Curve(
          runs, results -> Chart.Line.cdf(name, results.all(runs, Simulation.JCT_HOURS)));
    }

    /**
     * Creates a curve of the distribution of completion times relative to another run of the same
     * jobs.
     *
     * @param name the name in the legend
     * @param run a simulation
     * @param below the simulation of the denominators
     * @return a curve
     */
    public static Curve distribution(String name, ExperimentRun run, ExperimentRun below) {
      return new Curve(
          List.of(run, below),
          results -> Chart.Line.cdf(name, results.quotients(run, below, Simulation.JCT_HOURS)));
    }

    private static double half(Figure figure, Results results) {
      double half = figure.interval(results).half();
      return figure.runs().isEmpty() || Double.isNaN(half) ? 0 : half;
    }

    private static List<Double> values(List<Figure> figures, Results results) {
      return figures.stream().map(figure -> figure.of(results)).toList();
    }
  }

  /**
   * Copies the lists.
   *
   * @param name the name on the command line
   * @param claim the published claim
   * @param seeds at least one
   * @param rows the rows of the table
   * @param charts the charts
   * @param remark a remark on the results
   */
  public Experiment {
    seeds = List.copyOf(seeds);
    rows = List.copyOf(rows);
    charts = List.copyOf(charts);
  }

  /**
   * Returns a copy with other seeds.
   *
   * @param others at least one
   * @return a copy
   */
  public Experiment withSeeds(List<Long> others) {
    return new Experiment(name, claim, others, rows, charts, remark);
  }

  /**
   * Returns the runs of all rows and charts, without repetition.
   *
   * @return the runs
   */
  public List<ExperimentRun> runs() {
    Map<String, ExperimentRun> runs = new LinkedHashMap<>();
    rows.forEach(row -> row.figure.runs().forEach(run -> runs.put(run.id(), run)));
    for (Drawing chart : charts) {
      chart.curves.forEach(curve -> curve.runs().forEach(run -> runs.put(run.id(), run)));
    }
    return List.copyOf(runs.values());
  }
}
