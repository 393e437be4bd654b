package io.gavel.mechanism.contract;

import java.util.Locale;

/** The numbered rules of a mechanism that plans rounds. The numbers never change. */
public enum RoundRule {
  /** Rounds are numbered from 0, a plan starts now, and its leases lie within the round. */
  SHAPE(1),
  /** The leases of a worker hold at most the whole worker. */
  CAPACITY(2),
  /** A lease holds the workers of its type's pool that its jobs need, and the share they need. */
  GANGS(3),
  /** No lease holds a worker that is lost or drained. */
  UP(4),
  /**
   * Leases are for groups that are currently listed; no job of a lease is done or in two leases.
   */
  JOBS(5),
  /** No group has a lease on a worker type on which it cannot run. */
  USEFUL_TIME(6),
  /** An extension continues a lease of the previous round unchanged; all other numbers are new. */
  NUMBERS(7),
  /** No worker idles that a waiting group could use, unless a limit leaves no room for it. */
  NOBODY_IDLES(8),
  /** When all workers are back and there are no events, every job with time allocated runs. */
  NOBODY_IS_LOST(9),
  /** Equal events give equal plans. */
  DETERMINISM(10),
  /** A repeated message counts once. */
  TWICE(11),
  /** Events and plans in the past are rejected and change nothing. */
  PAST(12),
  /** A restored mechanism plans what the original would have planned, if it can be stored. */
  RESTORED(13),
  /**
   * No plan ends a lease before its minimum run time, while its jobs want and can use it and limits
   * leave room.
   */
  MIN_RUN(14),
  /**
   * Between rounds, free workers go to waiting groups for the rest of the round, and no other lease
   * changes, if the mechanism can fill.
   */
  FILL(15),
  /**
   * The leases of a round together keep every limit that holds at each moment; between rounds, no
   * lease is added that exceeds one.
   */
  LIMITS(16);

  private final int number;

  RoundRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "round rule %s (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
