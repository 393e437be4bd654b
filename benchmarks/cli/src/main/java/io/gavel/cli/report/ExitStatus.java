package io.gavel.cli.report;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.workload.InvalidInputException;
import java.util.Optional;

/** The exit statuses of every command; where several apply, the first in this order wins. */
public enum ExitStatus {
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
  public static Optional<ExitStatus> of(Exception e) {
    if (e instanceof InvalidInputException) {
      return Optional.of(USAGE);
    }
    if (e instanceof SolveFailedException) {
      return Optional.of(FAILED);
    }
    return e instanceof InfeasibleProblemException ? Optional.of(INFEASIBLE) : Optional.empty();
  }

  public int code() {
    return code;
  }

  public ExitStatus worseOf(ExitStatus other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
