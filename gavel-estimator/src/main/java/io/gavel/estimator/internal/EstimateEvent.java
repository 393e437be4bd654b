package io.gavel.estimator.internal;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The flight recorder event of one estimated row. Mutable. */
@Name("io.gavel.Estimate")
@Label("Estimate")
@Category({"Gavel", "Estimator"})
@Description("The throughputs of a job type were estimated by a calibrated method")
@StackTrace(false)
final class EstimateEvent extends Event {

  /** Only used to check, at no cost, whether events are recorded; never committed. */
  private static final EstimateEvent PROBE = new EstimateEvent();

  /** Returns whether such events are recorded. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Method")
  @Description("The method chosen among the candidates")
  String method = "";

  @Label("Columns")
  int columns;

  @Label("Measured")
  @Description("Columns that needed no estimate")
  int measured;
}
