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

  static double nonNegative(double value, String what) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "%s is %s seconds; it must be finite and at least 0".formatted(what, value));
    }
    return value;
  }

  static int type(int workerType, String what) {
    if (workerType < 0) {
      throw new IllegalArgumentException(
          "worker type of %s is %d; it must be at least 0".formatted(what, workerType));
    }
    return workerType;
  }

  static void interval(double start, double end, String what) {
    if (!(start < end) || !Double.isFinite(start) || !Double.isFinite(end)) {
      throw new IllegalArgumentException(
          "%s is from %s to %s seconds; it must be finite and end after its start"
              .formatted(what, start, end));
    }
  }
}
