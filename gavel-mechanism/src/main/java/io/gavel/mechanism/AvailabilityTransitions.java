package io.gavel.mechanism;

/** The transitions of {@link Availability}; its documentation has them as a table. */
final class AvailabilityTransitions {

  private AvailabilityTransitions() {}

  static Availability lost(Availability before) {
    return Availability.OUT;
  }

  static Availability drained(Availability before) {
    return isUsable(before) ? Availability.DRAINING : Availability.OUT;
  }

  static Availability returned(Availability before) {
    return isUsable(before) ? Availability.UP : Availability.RETURNED;
  }

  /** A round is planned. */
  static Availability planned(Availability before) {
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
