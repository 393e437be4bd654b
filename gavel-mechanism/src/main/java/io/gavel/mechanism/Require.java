package io.gavel.mechanism;

/** Guards that name the thing and print the value; written so that NaN fails. */
final class Require {

  private Require() {}

  static double finite(double value, String what) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("%s is %s; it must be finite".formatted(what, value));
    }
    return value;
  }

  /** As {@link #finite(double, String)}; the words are put together only if they are needed. */
  static double finite(double value, String what, Object of) {
    return Double.isFinite(value) ? value : finite(value, what + of);
  }

  /** The time of something that happened to a job. */
  static void time(double seconds, String what, String jobId) {
    if (!Double.isFinite(seconds)) {
      finite(seconds, "time of the %s of job \"%s\"".formatted(what, jobId));
    }
  }

  /** As {@link #nonNegative(double, String)}, for a job. */
  static double nonNegative(double value, String what, String jobId) {
    return value >= 0 && value < Double.POSITIVE_INFINITY
        ? value
        : nonNegative(value, "%s by job \"%s\"".formatted(what, jobId));
  }

  static double nonNegative(double value, String what) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "%s is %s seconds; it must be finite and at least 0".formatted(what, value));
    }
    return value;
  }

  /** The new time, which must not be before the old one. */
  static double advance(double now, double to, String what) {
    if (!(to >= now)) {
      throw new IllegalArgumentException(
          "%s at %s seconds is earlier than the last event or plan at %s; time must not go back"
              .formatted(what, to, now));
    }
    return to;
  }

  static void type(int workerType, String what, Object of) {
    if (workerType < 0) {
      throw new IllegalArgumentException(
          "worker type of %s%s is %d; it must be at least 0".formatted(what, of, workerType));
    }
  }

  static void interval(double start, double end, String what, Object of) {
    if (!(start < end) || !Double.isFinite(start) || !Double.isFinite(end)) {
      throw new IllegalArgumentException(
          "%s%s is from %s to %s seconds; it must be finite and end after its start"
              .formatted(what, of, start, end));
    }
  }
}
