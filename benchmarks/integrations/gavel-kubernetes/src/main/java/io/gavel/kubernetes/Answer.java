package io.gavel.kubernetes;

import java.util.Optional;

/**
 * An answer to the admission check of a workload. Immutable.
 *
 * @param state of the check
 * @param flavor where it starts, or to which it moves; empty for the other states
 * @param message in sentences
 */
record Answer(State state, Optional<String> flavor, String message) {

  /** A state of an admission check, with Kueue's name. */
  enum State {
    PENDING("Pending"),
    READY("Ready"),
    RETRY("Retry"),
    REJECTED("Rejected");

    private final String word;

    State(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  static Answer pending(String message) {
    return new Answer(State.PENDING, Optional.empty(), message);
  }

  /** The answer to a workload without accelerators. */
  static Answer nothing() {
    return new Answer(State.READY, Optional.empty(), "Asks for no accelerator.");
  }
}
