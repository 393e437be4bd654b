package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

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
   * @param what the figure in words, with its unit
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
     * Creates a chart with linear axes.
     *
     * @param title the heading
     * @param xTitle title of the horizontal axis
     * @param yTitle title of the vertical axis
     * @param curves the curves
     * @return a chart
     */
    public static Drawing of(String title, String xTitle, String yTitle, Curve... curves) {
      return new Drawing(title, xTitle, yTitle, Chart.Axes.LINEAR, List.of(curves));
    }

    /**
     * Creates a chart of distributions over jobs, with a logarithmic horizontal axis.
     *
     * @param title the heading
     * @param xTitle the distributed quantity, with its unit
     * @param curves the distributions
     * @return a chart
     */
    public static Drawing distribution(String title, String xTitle, Curve... curves) {
      return new Drawing(
          title, xTitle, "fraction of the jobs", Chart.Axes.LOGARITHMIC_X, List.of(curves));
    }

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
     * Creates a curve of published values.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates
     * @param y the published values
     * @return a curve
     */
    public static Curve published(String name, List<Double> x, List<Double> y) {
      return new Curve(List.of(), results -> Chart.Line.of(name, x, y));
    }

    /**
     * Creates a curve of average completion times with their 95 % intervals over the seeds.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates
     * @param runs one run for each coordinate
     * @return a curve
     */
    public static Curve jct(String name, List<Double> x, List<? extends ExperimentRun> runs) {
      return new Curve(
          runs,
          results -> {
            List<MeanInterval> jct =
                runs.stream()
                    .map(run -> results.interval(run, Simulation.AVERAGE_JCT_HOURS))
                    .toList();
            return Chart.Line.means(
                name,
                x,
                jct.stream().map(MeanInterval::mean).toList(),
                jct.stream().map(mean -> mean.count() < 2 ? 0 : mean.half()).toList());
          });
    }

    /**
     * Creates a curve of figures.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates
     * @param y one figure for each coordinate
     * @return a curve
     */
    public static Curve of(String name, List<Double> x, List<Figure> y) {
      return new Curve(runs(y), results -> Chart.Line.of(name, x, values(y, results)));
    }

    /**
     * Creates a curve of two figures for each point.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates
     * @param y the vertical coordinates
     * @return a curve
     */
    public static Curve ofBoth(String name, List<Figure> x, List<Figure> y) {
      List<ExperimentRun> runs = new ArrayList<>(runs(x));
      runs.addAll(runs(y));
      return new Curve(
          runs, results -> Chart.Line.of(name, values(x, results), values(y, results)));
    }

    /**
     * Creates a curve of steps, one for each value of a list.
     *
     * @param name the name in the legend
     * @param x the horizontal coordinates
     * @param run the run
     * @param list the name of the list, whose values are averaged over the seeds
     * @return a curve
     */
    public static Curve steps(String name, List<Double> x, ExperimentRun run, String list) {
      return new Curve(
          List.of(run),
          results ->
              Chart.Line.steps(
                  name,
                  x,
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

    private static List<ExperimentRun> runs(List<Figure> figures) {
      return figures.stream().flatMap(figure -> figure.runs().stream()).toList();
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
   * Creates an experiment without rows.
   *
   * @param name the name on the command line
   * @param seeds the default seeds
   * @param claim the published claim, in one sentence
   * @return an experiment
   */
  public static Experiment of(String name, List<Long> seeds, String claim) {
    return new Experiment(name, claim, seeds, List.of(), List.of(), "");
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
   * Returns a copy with one more row.
   *
   * @param what the figure in words, with its unit
   * @param published the published value
   * @param figure the figure
   * @return a copy
   */
  public Experiment row(String what, double published, Figure figure) {
    return row(new Row(what, OptionalDouble.of(published), figure, "", false));
  }

  /**
   * Returns a copy with one more row, without a published value.
   *
   * @param what the figure in words, with its unit
   * @param figure the figure
   * @return a copy
   */
  public Experiment row(String what, Figure figure) {
    return row(new Row(what, OptionalDouble.empty(), figure, "", false));
  }

  private Experiment row(Row row) {
    return withRows(append(rows, row));
  }

  private Experiment withRows(List<Row> others) {
    return new Experiment(name, claim, seeds, others, charts, remark);
  }

  /**
   * Returns a copy with the reason for the difference in the last row.
   *
   * @param why the reason
   * @return a copy
   */
  public Experiment because(String why) {
    Row last = rows.get(rows.size() - 1);
    List<Row> others = rows.subList(0, rows.size() - 1);
    return withRows(
        append(others, new Row(last.what, last.published, last.figure, why, last.ofFirstSeed)));
  }

  /**
   * Returns a copy with one more row, of the first seed alone.
   *
   * @param what the figure in words, with its unit
   * @param published the published value
   * @param figure the figure
   * @return a copy
   */
  public Experiment rowOfFirstSeed(String what, double published, Figure figure) {
    return row(new Row(what, OptionalDouble.of(published), figure, "", true));
  }

  /**
   * Returns a copy with one more chart.
   *
   * @param chart the chart
   * @return a copy
   */
  public Experiment chart(Drawing chart) {
    return new Experiment(name, claim, seeds, rows, append(charts, chart), remark);
  }

  /**
   * Returns a copy with a remark.
   *
   * @param text the remark
   * @return a copy
   */
  public Experiment noting(String text) {
    return new Experiment(name, claim, seeds, rows, charts, text);
  }

  private static <T> List<T> append(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
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
