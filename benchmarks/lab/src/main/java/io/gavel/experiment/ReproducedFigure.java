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
 */
public record ReproducedFigure(
    String what, OptionalDouble published, ToDoubleFunction<Results> ours, String why) {

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
    return new ReproducedFigure(what, OptionalDouble.of(published), ours, "");
  }

  /**
   * Creates a figure without a published value.
   *
   * @param what the figure, with its unit
   * @param ours computes the figure from the results
   * @return a figure
   */
  public static ReproducedFigure ours(String what, ToDoubleFunction<Results> ours) {
    return new ReproducedFigure(what, OptionalDouble.empty(), ours, "");
  }

  /**
   * Returns a copy with a reason for the difference.
   *
   * @param reason the reason
   * @return a copy
   */
  public ReproducedFigure because(String reason) {
    return new ReproducedFigure(what, published, ours, reason);
  }
}
