package io.gavel.mechanism.contract;

import java.util.Locale;

/** The numbered rules of a mechanism that plans rounds. Numbers stay as they are. */
public enum RoundRule {
  /** Rounds count from 0, a plan starts now, and its leases lie within it. */
  SHAPE(1),
  /** No worker is leased beyond the whole of it. */
  CAPACITY(2),
  /** A lease holds as many workers of its type's pool as its jobs need, and their share of them. */
  GANGS(3),
  /** Nobody has a worker that is lost or drained. */
  UP(4),
  /** Leases are for groups that are listed now; no job is done, or in two leases. */
  JOBS(5),
  /** Nobody has a worker type on which it cannot run. */
  USEFUL_TIME(6),
  /** An extension is of a lease of the round before, unchanged; every other number is new. */
  NUMBERS(7),
  /** No worker idles that a waiting group could use. */
  NOBODY_IDLES(8),
  /** When all workers are back and nothing happens, every job with time allocated runs. */
  NOBODY_IS_LOST(9),
  /** Equal events give equal plans. */
  DETERMINISM(10),
  /** A message that is heard twice counts once. */
  TWICE(11),
  /** Events and plans in the past are refused, and change nothing. */
  PAST(12),
  /** What is restored plans what the original would have planned; binds those that store. */
  RESTORED(13);

  private final int number;

  RoundRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "round rule %d (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
