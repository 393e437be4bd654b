package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The reproduction of a published result. Immutable.
 *
 * @param name the name on the command line
 * @param claim the published claim, in one sentence
 * @param seeds the default seeds
 * @param runs the runs
 * @param figures the figures computed from the runs
 * @param charts the charts of the runs
 * @param remark a remark on the results; may be empty
 */
public record Experiment(
    String name,
    String claim,
    List<Long> seeds,
    List<ExperimentRun> runs,
    List<ReproducedFigure> figures,
    List<Function<Results, Chart>> charts,
    String remark) {

  /**
   * Copies the lists.
   *
   * @param name the name on the command line
   * @param claim the published claim
   * @param seeds at least one
   * @param runs the runs
   * @param figures the figures computed from the runs
   * @param charts the charts of the runs
   * @param remark a remark on the results
   */
  public Experiment {
    seeds = List.copyOf(seeds);
    runs = List.copyOf(runs);
    figures = List.copyOf(figures);
    charts = List.copyOf(charts);
  }

  /**
   * Creates an experiment without charts.
   *
   * @param name the name on the command line
   * @param claim the published claim
   * @param seeds at least one
   * @param runs the runs
   * @param figures the figures computed from the runs
   */
  public Experiment(
      String name,
      String claim,
      List<Long> seeds,
      List<ExperimentRun> runs,
      List<ReproducedFigure> figures) {
    this(name, claim, seeds, runs, figures, List.of(), "");
  }

  /**
   * Returns a copy with other seeds.
   *
   * @param others at least one
   * @return a copy
   */
  public Experiment withSeeds(List<Long> others) {
    return new Experiment(name, claim, others, runs, figures, charts, remark);
  }

  /**
   * Returns a copy with one more chart.
   *
   * @param chart creates the chart
   * @return a copy
   */
  public Experiment drawing(Function<Results, Chart> chart) {
    List<Function<Results, Chart>> more = new ArrayList<>(charts);
    more.add(chart);
    return new Experiment(name, claim, seeds, runs, figures, more, remark);
  }

  /**
   * Returns a copy with a remark.
   *
   * @param text the remark
   * @return a copy
   */
  public Experiment noting(String text) {
    return new Experiment(name, claim, seeds, runs, figures, charts, text);
  }
}
