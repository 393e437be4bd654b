package io.gavel.mechanism.workers;

import io.gavel.mechanism.state.Availability;

/** The transitions of {@link Availability}; its documentation has them as a table. */
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

  /** A round is planned. */
  public static Availability planned(Availability before) {
    return isAssignable(before) ? Availability.UP : Availability.OUT;
  }

  /** Whether the next plan may use such a worker. */
  static boolean isAssignable(Availability state) {
    return state == Availability.UP || state == Availability.RETURNED;
  }

  /** Whether such a worker can serve in the current round. */
  static boolean isUsable(Availability state) {
    return state == Availability.UP || state == Availability.DRAINING;
  }
}
