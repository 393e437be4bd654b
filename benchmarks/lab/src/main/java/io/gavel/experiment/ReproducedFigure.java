package io.gavel.experiment;

import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A figure of an experiment, beside the published one. Immutable.
 *
 * @param what the figure, with its unit
 * @param published empty if nobody published it
 * @param ours reads it from the results
 * @param why where ours differs, why; may be empty
 */
public record ReproducedFigure(
    String what, OptionalDouble published, ToDoubleFunction<Results> ours, String why) {

  /**
   * A figure that was published.
   *
   * @param what the figure, with its unit
   * @param published its value
   * @param ours reads ours
   * @return a figure
   */
  public static ReproducedFigure published(
      String what, double published, ToDoubleFunction<Results> ours) {
    return new ReproducedFigure(what, OptionalDouble.of(published), ours, "");
  }

  /**
   * A figure of our own.
   *
   * @param what the figure, with its unit
   * @param ours reads it
   * @return a figure
   */
  public static ReproducedFigure ours(String what, ToDoubleFunction<Results> ours) {
    return new ReproducedFigure(what, OptionalDouble.empty(), ours, "");
  }

  /**
   * The same with a reason.
   *
   * @param reason why ours differs
   * @return a copy
   */
  public ReproducedFigure because(String reason) {
    return new ReproducedFigure(what, published, ours, reason);
  }
}
