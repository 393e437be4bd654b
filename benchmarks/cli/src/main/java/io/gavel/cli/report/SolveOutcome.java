package io.gavel.cli.report;

import io.gavel.catalog.PolicyResult;
import io.gavel.input.ProblemFile;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one policy on one problem. Immutable.
 *
 * @param problem the problem's name, or the path of a file that could not be read
 * @param policy the policy's key
 * @param status the status of the solve
 * @param exit the resulting exit status
 * @param answer the figures, if any; computed without the demands if these are infeasible
 * @param wallMillis wall time of the solve
 * @param message the error, or a note for the reader
 * @param conflict the names of what cannot hold together, if that is why there is no allocation
 */
public record SolveOutcome(
    String problem,
    String policy,
    Status status,
    ExitStatus exit,
    Optional<Answer> answer,
    double wallMillis,
    Optional<String> message,
    List<String> conflict) {

  /**
   * Copies the list.
   *
   * @param conflict names
   */
  public SolveOutcome {
    conflict = List.copyOf(conflict);
  }

  public enum Status {
    OPTIMAL,
    INFEASIBLE,
    ERROR
  }

  /** The solved file and the policy's figures. */
  public record Answer(ProblemFile file, PolicyResult result) {}

  public static SolveOutcome solved(
      ProblemFile file, String policy, PolicyResult result, double millis) {
    return new SolveOutcome(
        file.name(),
        policy,
        Status.OPTIMAL,
        ExitStatus.OK,
        Optional.of(new Answer(file, result)),
        millis,
        result.message(),
        List.of());
  }

  public static SolveOutcome unsolved(
      String problem, String policy, Status status, ExitStatus exit, String message) {
    return new SolveOutcome(
        problem, policy, status, exit, Optional.empty(), 0, Optional.of(message), List.of());
  }

  /** Returns an outcome without an allocation because of a conflict. */
  public static SolveOutcome infeasible(
      String problem, String policy, List<String> conflict, String message) {
    return new SolveOutcome(
        problem,
        policy,
        Status.INFEASIBLE,
        ExitStatus.INFEASIBLE,
        Optional.empty(),
        0,
        Optional.of(message),
        conflict);
  }

  /** Returns the same failure with the figures of an allocation that ignores the demands. */
  public SolveOutcome showing(ProblemFile file, PolicyResult result, double millis) {
    return new SolveOutcome(
        problem,
        policy,
        status,
        exit,
        Optional.of(new Answer(file, result)),
        millis,
        message.map(text -> text + " (figures are without SLOs)"),
        conflict);
  }
}
