package io.gavel.estimator.fit;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A row was estimated, as the flight recorder sees it. Mutable, for one row. */
@Name("io.gavel.Estimate")
@Label("Estimate")
@Category({"Gavel", "Estimator"})
@Description("The throughputs of a job type were estimated by a calibrated method")
@StackTrace(false)
final class EstimateEvent extends Event {

  /** Asked, at no cost, whether anybody records; never committed. */
  private static final EstimateEvent PROBE = new EstimateEvent();

  /** Whether anybody records such events. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Method")
  @Description("The one that was chosen among the candidates")
  String method = "";

  @Label("Columns")
  int columns;

  @Label("Measured")
  @Description("Columns that needed no estimate")
  int measured;
}
