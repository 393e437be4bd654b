package io.gavel.mechanism;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The flight recorder event of one planned round. Mutable. */
@Name("io.gavel.Round")
@Label("Round")
@Category({"Gavel", "Mechanism"})
@Description("A round was planned")
@StackTrace(false)
final class RoundEvent extends Event {

  /** Only asked whether recording is enabled, which costs nothing; never committed. */
  private static final RoundEvent PROBE = new RoundEvent();

  /** Returns whether such events are being recorded. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Round")
  @Description("Number of the round, from 0")
  long round;

  @Label("At")
  @Description("Seconds on the scheduler's clock")
  double atSeconds;

  @Label("Jobs")
  @Description("Jobs that are listed and not done")
  int jobs;

  @Label("Placed")
  @Description("Jobs with a lease")
  int placed;

  @Label("Leases")
  int leases;

  @Label("Extended")
  @Description("Leases that continue on the same workers")
  int extended;

  @Label("Moved")
  @Description("Jobs that continue on other workers or with another job")
  int moved;

  @Label("Preempted")
  @Description("Jobs that pause")
  int preempted;

  @Label("Resumed")
  @Description("Jobs that continue after a pause")
  int resumed;

  @Label("Restarted")
  @Description("Jobs that restart after a failure or the loss of a worker")
  int restarted;
}
