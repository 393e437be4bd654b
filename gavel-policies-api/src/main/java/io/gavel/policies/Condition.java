package io.gavel.policies;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/** What a problem must be like for a claim to be made of its answer. */
public enum Condition {
  /** All jobs have the same weight. */
  EQUAL_WEIGHTS(
      "equal weights", problem -> same(problem.jobs().stream().map(Job::weight).toList())),
  /** All jobs hold the same number of workers, or the same share of one. */
  EQUAL_SIZES(
      "equal scale factors and shares",
      problem -> same(problem.jobs().stream().map(Job::workers).toList())),
  /**
   * No weight is more than 100 times another: where one is, a sum to which the lighter job adds
   * less than a certified answer may miss says nothing about that job.
   */
  COMPARABLE_WEIGHTS(
      "comparable weights",
      problem -> comparable(problem.jobs().stream().mapToDouble(Job::weight))),
  /** No throughput above 0 is more than 100 times another, for the same reason. */
  COMPARABLE_RATES("comparable throughputs", problem -> comparable(rates(problem))),
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

  private static final int COMPARABLE = 100;

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

  private static boolean comparable(DoubleStream values) {
    DoubleSummaryStatistics range = values.filter(value -> value > 0).summaryStatistics();
    return range.getCount() == 0 || range.getMax() <= COMPARABLE * range.getMin();
  }

  private static DoubleStream rates(AllocationProblem problem) {
    DoubleStream.Builder rates = DoubleStream.builder();
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int i = 0; i < problem.group(g).size(); i++) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          rates.add(problem.throughputs().stepsPerSecond(g, i, j));
        }
      }
    }
    return rates.build();
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
