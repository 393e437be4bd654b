package io.gavel.policies;

import java.util.List;
import java.util.function.Predicate;

/** What a problem must be like for a claim to be made of its answer. */
public enum Condition {
  /** All jobs have the same weight. */
  EQUAL_WEIGHTS(
      "equal weights", problem -> same(problem.jobs().stream().map(Job::weight).toList())),
  /** All jobs hold the same number of workers, or the same share of one. */
  EQUAL_SCALE_FACTORS(
      "equal scale factors and shares",
      problem -> same(problem.jobs().stream().map(Job::workers).toList())),
  /** No jobs may share workers. */
  NO_PAIRS("no pairs", problem -> problem.groupCount() == problem.jobCount()),
  /** All jobs start now. */
  NO_HISTORY(
      "no history",
      problem ->
          problem.jobs().stream()
              .allMatch(job -> job.secondsSinceStart() == 0 && job.isolatedSecondsSoFar() == 0)),
  /** All jobs have steps left. */
  WORK_LEFT(
      "work left",
      problem -> problem.jobs().stream().allMatch(job -> job.stepsRemaining().orElse(0) > 0));

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // the predicates capture nothing
  private final Predicate<AllocationProblem> test;

  Condition(String words, Predicate<AllocationProblem> test) {
    this.words = words;
    this.test = test;
  }

  private static boolean same(List<?> values) {
    return values.stream().distinct().count() <= 1;
  }

  /**
   * Whether a problem is like this.
   *
   * @param problem any problem
   * @return true if the condition is met
   */
  public boolean isMetBy(AllocationProblem problem) {
    return test.test(problem);
  }

  @Override
  public String toString() {
    return words;
  }
}
