package io.gavel.cli.report;

import io.gavel.catalog.PolicyEntry;
import io.gavel.catalog.PolicyResult;
import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import java.util.List;
import java.util.Locale;
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

  /** The largest relative gap of a proof. */
  private static final double PROVED = 1e-6;

  /**
   * Copies the list.
   *
   * @param conflict names
   */
  public SolveOutcome {
    conflict = List.copyOf(conflict);
  }

  /**
   * Returns the status in one word: {@code optimal} only where the certificate proves it, else
   * {@code solved}.
   */
  public String word() {
    boolean unproved =
        status == Status.OPTIMAL && !answer.map(SolveOutcome::isProved).orElse(false);
    return unproved ? "solved" : status.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isProved(Answer answer) {
    Allocation allocation = answer.result().allocation();
    return allocation.certificate().relativeGap() <= PROVED
        && NamedPrice.exist(allocation, answer.claimsProof());
  }

  public enum Status {
    OPTIMAL,
    INFEASIBLE,
    ERROR
  }

  /** The solved file and the policy's figures, and whether the policy claims to prove them. */
  public record Answer(ProblemFile file, PolicyResult result, boolean claimsProof) {}

  public static SolveOutcome solved(
      ProblemFile file, PolicyEntry entry, PolicyResult result, double millis) {
    return new SolveOutcome(
        file.name(),
        entry.key(),
        Status.OPTIMAL,
        ExitStatus.OK,
        Optional.of(new Answer(file, result, entry.claimsProof(file))),
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
        Optional.of(new Answer(file, result, false)),
        millis,
        message.map(text -> text + " (figures are without SLOs)"),
        conflict);
  }
}
