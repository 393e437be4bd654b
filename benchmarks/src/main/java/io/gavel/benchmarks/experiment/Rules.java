package io.gavel.benchmarks.experiment;

/** How a simulation turns allocations into progress. */
public enum Rules {
  /** Rounds of the library's mechanism; the policy is asked whenever jobs come or go. */
  DEFAULT("default", 0),
  /** The same, but the policy is asked as rarely as the original asks. */
  RARE("default", Rules.ORIGINAL_MIN_RESET),
  /** Rounds as in the original's simulator, with its faults. */
  ORIGINAL("original", Rules.ORIGINAL_MIN_RESET),
  /** No rounds: every job progresses at the throughput of its allocation. */
  IDEAL("ideal", 0);

  private static final double ORIGINAL_MIN_RESET = 1920;

  private final String word;
  private final double minResetSeconds;

  Rules(String word, double minResetSeconds) {
    this.word = word;
    this.minResetSeconds = minResetSeconds;
  }

  /** Least time between two allocations. */
  double minResetSeconds() {
    return minResetSeconds;
  }

  @Override
  public String toString() {
    return this == RARE ? "rarely asking " + word : word;
  }
}
