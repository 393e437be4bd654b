package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.state.Availability;

/** The transitions of {@link Availability}, as in the table there. Stateless. */
public final class AvailabilityTransitions {

  private AvailabilityTransitions() {}

  public static Availability lost(Availability before) {
    return Availability.OUT;
  }

  public static Availability drained(Availability before) {
    return isUsable(before) ? Availability.DRAINING : Availability.OUT;
  }

  public static Availability returned(Availability before) {
    return isUsable(before) ? Availability.UP : Availability.RETURNED;
  }

  /** Returns the availability after a round is planned. */
  public static Availability planned(Availability before) {
    return isAssignable(before) ? Availability.UP : Availability.OUT;
  }

  /** Returns whether the next plan may use a worker in this state. */
  static boolean isAssignable(Availability state) {
    return state == Availability.UP || state == Availability.RETURNED;
  }

  /** Returns whether a worker in this state can serve in the current round. */
  static boolean isUsable(Availability state) {
    return state == Availability.UP || state == Availability.DRAINING;
  }
}
