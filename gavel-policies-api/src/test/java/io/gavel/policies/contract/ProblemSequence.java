package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A sequence of problems for a policy, and the events between them. Immutable.
 *
 * @param events one fewer than problems
 * @param problems the first one precedes all events
 */
public record ProblemSequence(List<ProblemEvent> events, List<AllocationProblem> problems) {

  /**
   * Copies the lists.
   *
   * @param events one fewer than problems
   * @param problems the first one precedes all events
   * @throws IllegalArgumentException if their numbers do not fit
   */
  public ProblemSequence {
    events = List.copyOf(events);
    problems = List.copyOf(problems);
    if (problems.size() != events.size() + 1) {
      throw new IllegalArgumentException(
          "%s events lead to %s problems; there must be one more problem than events"
              .formatted(events.size(), problems.size()));
    }
  }

  /**
   * The sequence that follows from events.
   *
   * @param start the first problem, without entities
   * @param events in order
   * @return the problems from the start to after the last event
   */
  public static ProblemSequence of(AllocationProblem start, List<ProblemEvent> events) {
    List<AllocationProblem> problems = new ArrayList<>(List.of(start));
    for (ProblemEvent event : events) {
      problems.add(event.applyTo(problems.get(problems.size() - 1), start));
    }
    return new ProblemSequence(events, problems);
  }

  /**
   * The same events between adapted problems.
   *
   * @param adapt adapts each problem to the policy
   * @return a new sequence
   */
  public ProblemSequence adapted(UnaryOperator<AllocationProblem> adapt) {
    return new ProblemSequence(events, problems.stream().map(adapt).toList());
  }

  @Override
  public String toString() {
    return "events %s, at first%n%s".formatted(events, ProblemText.of(problems.get(0)));
  }
}
