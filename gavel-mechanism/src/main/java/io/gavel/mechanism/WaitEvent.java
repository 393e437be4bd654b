package io.gavel.mechanism;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The flight recorder event of one job that has no lease in a planned round. Mutable. */
@Name("io.gavel.Wait")
@Label("Wait")
@Category({"Gavel", "Mechanism"})
@Description("A job has no lease in a planned round")
@Enabled(false) // one for each waiting job and round
@StackTrace(false)
final class WaitEvent extends Event {

  /** Only asked whether recording is enabled, which costs nothing; never committed. */
  private static final WaitEvent PROBE = new WaitEvent();

  /** Returns whether such events are being recorded. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Round")
  @Description("Number of the round, from 0")
  long round;

  @Label("Job")
  String job = "";

  @Label("Reason")
  @Description("ROOM, FRAGMENTED, TOO_FEW_WORKERS or NO_TYPE")
  String reason = "";

  @Label("Worker type")
  @Description("The type on which the job lacks least; empty without one")
  String workerType = "";

  @Label("Needed")
  @Description("Workers that the job needs there")
  double needed;

  @Label("Free")
  @Description("Workers that are free there, as a sum of thousandths")
  double free;
}
