package io.gavel.experiment;

import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A published result and how to run it again. Immutable.
 *
 * @param name on the command line
 * @param claim what was published, in a sentence
 * @param seeds what is drawn, unless the caller says otherwise
 * @param arms what is run
 * @param figures what is read from it
 * @param charts what is drawn of it
 * @param remark what else is to be known; may be empty
 */
public record Experiment(
    String name,
    String claim,
    List<Long> seeds,
    List<ExperimentRun> arms,
    List<ReproducedFigure> figures,
    List<Function<Results, Chart>> charts,
    String remark) {

  /**
   * Copies the lists.
   *
   * @param name on the command line
   * @param claim what was published
   * @param seeds at least one
   * @param arms what is run
   * @param figures what is read from it
   * @param charts what is drawn of it
   * @param remark what else is to be known
   */
  public Experiment {
    seeds = List.copyOf(seeds);
    arms = List.copyOf(arms);
    figures = List.copyOf(figures);
    charts = List.copyOf(charts);
  }

  /**
   * An experiment without pictures.
   *
   * @param name on the command line
   * @param claim what was published
   * @param seeds at least one
   * @param arms what is run
   * @param figures what is read from it
   */
  public Experiment(
      String name,
      String claim,
      List<Long> seeds,
      List<ExperimentRun> arms,
      List<ReproducedFigure> figures) {
    this(name, claim, seeds, arms, figures, List.of(), "");
  }

  /**
   * The same with other seeds.
   *
   * @param others at least one
   * @return a copy
   */
  public Experiment withSeeds(List<Long> others) {
    return new Experiment(name, claim, others, arms, figures, charts, remark);
  }

  /**
   * The same with one more picture.
   *
   * @param chart draws it
   * @return a copy
   */
  public Experiment drawing(Function<Results, Chart> chart) {
    List<Function<Results, Chart>> more = new ArrayList<>(charts);
    more.add(chart);
    return new Experiment(name, claim, seeds, arms, figures, more, remark);
  }

  /**
   * The same with a remark.
   *
   * @param text what else is to be known
   * @return a copy
   */
  public Experiment noting(String text) {
    return new Experiment(name, claim, seeds, arms, figures, charts, text);
  }
}
