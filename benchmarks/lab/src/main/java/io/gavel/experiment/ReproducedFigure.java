package io.gavel.experiment;

import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A figure of an experiment with the published value. Immutable.
 *
 * @param what the figure, with its unit
 * @param published the published value; empty if none
 * @param ours computes the figure from the results
 * @param why the reason for a difference from the published value; may be empty
 * @param ofFirstSeed whether it is a figure of the first seed alone, because one run was published
 */
public record ReproducedFigure(
    String what,
    OptionalDouble published,
    ToDoubleFunction<Results> ours,
    String why,
    boolean ofFirstSeed) {

  /**
   * Creates a figure with a published value.
   *
   * @param what the figure, with its unit
   * @param published the published value
   * @param ours computes the figure from the results
   * @return a figure
   */
  public static ReproducedFigure published(
      String what, double published, ToDoubleFunction<Results> ours) {
    return new ReproducedFigure(what, OptionalDouble.of(published), ours, "", false);
  }

  /**
   * Creates a figure without a published value.
   *
   * @param what the figure, with its unit
   * @param ours computes the figure from the results
   * @return a figure
   */
  public static ReproducedFigure ours(String what, ToDoubleFunction<Results> ours) {
    return new ReproducedFigure(what, OptionalDouble.empty(), ours, "", false);
  }

  /**
   * Returns a copy with a reason for the difference.
   *
   * @param reason the reason
   * @return a copy
   */
  public ReproducedFigure because(String reason) {
    return new ReproducedFigure(what, published, ours, reason, ofFirstSeed);
  }

  /**
   * Returns the figure of the first seed alone.
   *
   * @return a copy
   */
  public ReproducedFigure ofOneSeed() {
    return new ReproducedFigure(what, published, ours, why, true);
  }

  /**
   * Returns the value of the figure.
   *
   * @param results the results of all seeds
   * @return its value over all seeds, or that of the first
   */
  public double value(Results results) {
    return ours.applyAsDouble(ofFirstSeed ? results.ofSeed(0) : results);
  }
}
