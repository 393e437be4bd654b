package io.gavel.benchmarks;

import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import java.util.Optional;

/** The exit statuses of every command; where several apply, the first in this order wins. */
enum ExitStatus {
  /** Bad usage, or input that cannot be used. */
  USAGE(2),
  /** A solver ended without a certified answer, or a simulation could not go on. */
  FAILED(1),
  /** A problem has no feasible allocation. */
  INFEASIBLE(3),
  /** Everything asked for was done. */
  OK(0);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  /** What a failure means, if it is one that users can bring about. */
  static Optional<ExitStatus> of(Exception e) {
    if (e instanceof InvalidInputException) {
      return Optional.of(USAGE);
    }
    if (e instanceof SolveFailedException) {
      return Optional.of(FAILED);
    }
    return e instanceof InfeasibleProblemException ? Optional.of(INFEASIBLE) : Optional.empty();
  }

  int code() {
    return code;
  }

  ExitStatus worseOf(ExitStatus other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
