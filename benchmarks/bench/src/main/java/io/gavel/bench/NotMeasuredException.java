package io.gavel.bench;

/** Thrown where a case has no measurement by a solver. The message is the reason in reports. */
final class NotMeasuredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NotMeasuredException(String reason) {
    super(reason);
  }
}
