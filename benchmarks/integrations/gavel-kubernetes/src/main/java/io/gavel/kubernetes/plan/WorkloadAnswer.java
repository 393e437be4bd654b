package io.gavel.kubernetes.plan;

import java.util.Optional;

/**
 * An answer to the admission check of a workload. Immutable.
 *
 * @param state of the check
 * @param flavor where it starts, or to which it moves; empty for the other states
 * @param message in sentences
 */
public record WorkloadAnswer(State state, Optional<String> flavor, String message) {

  /** A state of an admission check, with Kueue's name. */
  public enum State {
    /** It waits, and Kueue keeps its quota. */
    PENDING("Pending"),

    /** It starts. */
    READY("Ready"),

    /** It stops, and Kueue queues it again. */
    RETRY("Retry"),

    /** It can never start. */
    REJECTED("Rejected");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /**
     * Kueue's name.
     *
     * @return as in the state of a check
     */
    public String word() {
      return word;
    }
  }

  /**
   * Returns the answer to a workload that waits.
   *
   * @param message why
   * @return the answer
   */
  public static WorkloadAnswer pending(String message) {
    return new WorkloadAnswer(State.PENDING, Optional.empty(), message);
  }

  /**
   * Returns the answer to a workload without accelerators.
   *
   * @return the answer
   */
  public static WorkloadAnswer nothing() {
    return new WorkloadAnswer(State.READY, Optional.empty(), "Asks for no accelerator.");
  }
}
