package io.gavel.experiment;

/** The rules by which a simulation turns allocations into progress. */
public enum Rules {
  /** Rounds of the library's mechanism. */
  DEFAULT("default"),
  /** Rounds of the original simulator, with its faults. */
  ORIGINAL("original"),
  /** No rounds: every job progresses at the throughput of its allocation. */
  IDEAL("ideal");

  private final String word;

  Rules(String word) {
    this.word = word;
  }

  @Override
  public String toString() {
    return word;
  }
}
