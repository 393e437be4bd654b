package io.gavel.kubernetes;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * When what failed may be tried again: after one second, and twice as long each time it fails
 * again, up to five minutes. Mutable and not thread-safe.
 */
final class Backoff {

  private static final double FIRST_SECONDS = 1;
  private static final double LONGEST_SECONDS = 300;

  private record Failure(int times, double dueSeconds) {}

  private final Map<String, Failure> failures = new HashMap<>();

  boolean isDue(String key, double nowSeconds) {
    Failure failure = failures.get(key);
    return failure == null || failure.dueSeconds <= nowSeconds;
  }

  /**
   * States a failure.
   *
   * @param atOnce whether the first attempt to repeat it need not wait
   * @param leastSeconds the shortest time to wait
   */
  void failed(String key, double nowSeconds, boolean atOnce, double leastSeconds) {
    Failure last = failures.get(key);
    int times = last == null ? 1 : Math.min(30, last.times + 1);
    double delay =
        atOnce && times == 1 ? 0 : Math.min(LONGEST_SECONDS, FIRST_SECONDS * (1 << (times - 1)));
    failures.put(key, new Failure(times, nowSeconds + Math.max(leastSeconds, delay)));
  }

  void succeeded(String key) {
    failures.remove(key);
  }

  /** Forgets the failures of all else: it is to be done no more. */
  void keep(Set<String> keys) {
    failures.keySet().retainAll(keys);
  }

  /** Seconds until the next one is due; infinite if nothing failed. */
  double untilNext(double nowSeconds) {
    return failures.values().stream()
        .mapToDouble(failure -> Math.max(0, failure.dueSeconds - nowSeconds))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
