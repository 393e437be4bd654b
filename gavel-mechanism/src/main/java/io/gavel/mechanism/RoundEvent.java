package io.gavel.mechanism;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A round was planned, as the flight recorder sees it. Mutable, for one plan. */
@Name("io.gavel.Round")
@Label("Round")
@Category({"Gavel", "Mechanism"})
@Description("A round was planned")
@StackTrace(false)
final class RoundEvent extends Event {

  /** Asked, at no cost, whether anybody records; never committed. */
  private static final RoundEvent PROBE = new RoundEvent();

  /** Whether anybody records such events. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Round")
  @Description("Its number, from 0")
  long round;

  @Label("At")
  @Description("Seconds on the scheduler's clock")
  double atSeconds;

  @Label("Jobs")
  @Description("Those that are listed and not done")
  int jobs;

  @Label("Placed")
  @Description("Jobs with a lease")
  int placed;

  @Label("Leases")
  int leases;

  @Label("Extended")
  @Description("Leases that go on where they were")
  int extended;

  @Label("Moved")
  @Description("Jobs that go on elsewhere")
  int moved;

  @Label("Preempted")
  @Description("Jobs that pause")
  int preempted;

  @Label("Resumed")
  @Description("Jobs that go on after a pause")
  int resumed;

  @Label("Restarted")
  @Description("Jobs that begin again after a failure or a loss")
  int restarted;
}
