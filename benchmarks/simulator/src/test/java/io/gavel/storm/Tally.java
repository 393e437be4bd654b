package io.gavel.storm;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What happened in one or many worlds. */
final class Tally {

  /** What is counted. */
  enum Of {
    WORLDS,
    EVENTS,
    ROUNDS,
    LEASES,
    ALLOCATIONS,
    ALLOCATIONS_AUDITED,
    POLICY_FAILURES,
    JOBS_DONE,
    JOBS_CANCELLED,
    JOBS_GIVEN_UP,
    STEPS_COUNTED,
    STEPS_RUN,
    KILLS,
    RESTORES,
    SERVER_CRASHES,
    SERVER_HANGS,
    SERVERS_CUT_OFF,
    SERVERS_DRAINED,
    CLOCK_JUMPS,
    PROCESSES_DIED,
    WORKERS_LOST,
    LEASES_REVOKED,
    LEASES_FAILED,
    MESSAGES,
    MESSAGES_LOST,
    MESSAGES_REPEATED,
    MESSAGES_LATE,
    LEVELS_CHECKED,
    LIMITS_CHECKED
  }

  private static final double YEAR = 365.25 * 24 * 3600;

  private final Map<Of, Long> counts = new EnumMap<>(Of.class);
  private double seconds;

  /** The largest lag in worlds of one-worker jobs, in rounds. */
  double largestLag;

  /** The largest lag in such worlds under limits, which rounds may not realise. */
  double largestLimitedLag;

  /**
   * The most that one-worker jobs fell behind in a calm, in rounds, beyond those for which others
   * may keep their workers.
   */
  double largestLoss = Double.NEGATIVE_INFINITY;

  /** The largest difference of time received and time run over a calm, in rounds. */
  double mostUntrue;

  /**
   * The most that a group was promised between two leases, beyond what others may keep, in rounds.
   */
  double longestWait;

  void add(Of what) {
    add(what, 1);
  }

  void add(Of what, long more) {
    counts.merge(what, more, Long::sum);
  }

  void addSeconds(double more) {
    seconds += more;
  }

  void add(Tally other) {
    other.counts.forEach(this::add);
    seconds += other.seconds;
    largestLag = Math.max(largestLag, other.largestLag);
    largestLimitedLag = Math.max(largestLimitedLag, other.largestLimitedLag);
    largestLoss = Math.max(largestLoss, other.largestLoss);
    mostUntrue = Math.max(mostUntrue, other.mostUntrue);
    longestWait = Math.max(longestWait, other.longestWait);
  }

  long of(Of what) {
    return counts.getOrDefault(what, 0L);
  }

  double years() {
    return seconds / YEAR;
  }

  /** One line for each count. */
  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%-22s %,16.2f%n", "cluster-years", years()));
    for (Of what : Of.values()) {
      String name = what.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      text.append(String.format(Locale.ROOT, "%-22s %,16d%n", name, of(what)));
    }
    text.append(String.format(Locale.ROOT, "%-22s %16.2f rounds%n", "largest lag", largestLag));
    text.append(
        String.format(Locale.ROOT, "%-22s %16.2f rounds%n", "under limits", largestLimitedLag));
    text.append(String.format(Locale.ROOT, "%-22s %16.2f rounds%n", "largest loss", largestLoss));
    text.append(String.format(Locale.ROOT, "%-22s %16.2f rounds%n", "longest wait", longestWait));
    text.append(
        String.format(Locale.ROOT, "%-22s %16.2f rounds%n", "received and not run", mostUntrue));
    return text.toString();
  }
}
