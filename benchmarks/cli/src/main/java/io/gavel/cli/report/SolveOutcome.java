package io.gavel.cli.report;

import io.gavel.catalog.PolicyResult;
import io.gavel.input.ProblemFile;
import java.util.Optional;

/**
 * What became of one policy on one problem. Immutable.
 *
 * @param problem the problem's name, or the path of a file that could not be read
 * @param policy the policy's key
 * @param status how it ended
 * @param exit what that means for the exit status
 * @param answer the figures, if there are any; where the demands are infeasible, without them
 * @param wallMillis how long the solve took
 * @param message what went wrong, or what a reader must know
 */
public record SolveOutcome(
    String problem,
    String policy,
    Status status,
    ExitStatus exit,
    Optional<Answer> answer,
    double wallMillis,
    Optional<String> message) {

  public enum Status {
    OPTIMAL,
    INFEASIBLE,
    ERROR
  }

  /** The file that was solved and the policy's figures. */
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
        result.message());
  }

  public static SolveOutcome unsolved(
      String problem, String policy, Status status, ExitStatus exit, String message) {
    return new SolveOutcome(
        problem, policy, status, exit, Optional.empty(), 0, Optional.of(message));
  }

  /** The same failure, with the figures of an answer that leaves the demands unmet. */
  public SolveOutcome showing(ProblemFile file, PolicyResult result, double millis) {
    return new SolveOutcome(
        problem,
        policy,
        status,
        exit,
        Optional.of(new Answer(file, result)),
        millis,
        message.map(text -> text + " (the figures are those without any SLO)"));
  }
}
