package io.gavel.experiment;

import java.util.Locale;

/** The rules by which a simulation turns allocations into progress. */
public enum Rules {
  /** Rounds of the library's mechanism. */
  DEFAULT,
  /** Rounds of the original simulator, with its faults. */
  ORIGINAL,
  /** No rounds: every job progresses at the throughput of its allocation. */
  IDEAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
