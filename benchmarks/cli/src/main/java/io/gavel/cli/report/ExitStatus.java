package io.gavel.cli.report;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.workload.InvalidInputException;
import java.util.Optional;

/** The exit statuses of the commands; if several apply, the first in this order wins. */
public enum ExitStatus {
  /** Invalid usage or input. */
  USAGE(2),
  /** A solver stopped without a certified allocation, or a simulation could not continue. */
  FAILED(1),
  /** A problem has no feasible allocation. */
  INFEASIBLE(3),
  /** The command succeeded. */
  OK(0);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  /** Returns the status of a failure that a user can cause; empty for any other. */
  public static Optional<ExitStatus> of(Exception e) {
    if (e instanceof InvalidInputException) {
      return Optional.of(USAGE);
    }
    if (e instanceof SolveFailedException || e instanceof SolveStoppedException) {
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
