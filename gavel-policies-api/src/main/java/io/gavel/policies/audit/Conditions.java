package io.gavel.policies.audit;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.model.Job;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Checks which {@linkplain Condition conditions} of claims a problem meets. Stateless. */
final class Conditions {

  private static final int COMPARABLE = 100;

  private Conditions() {}

  static Predicate<Condition> metBy(AllocationProblem problem) {
    return condition -> isMet(condition, problem);
  }

  private static boolean isMet(Condition condition, AllocationProblem problem) {
    List<Job> jobs = problem.jobs();
    return switch (condition) {
      case EQUAL_WEIGHTS -> same(jobs.stream().map(Job::weight).toList());
      case EQUAL_SIZES -> same(jobs.stream().map(Job::workers).toList());
      case COMPARABLE_WEIGHTS -> comparable(jobs.stream().mapToDouble(Job::weight));
      case COMPARABLE_RATES -> comparable(rates(problem));
      case NO_PAIRS -> problem.groupCount() == problem.jobCount() + problem.configurationCount();
      case FIRST_WAYS ->
          IntStream.range(0, problem.jobCount())
              .filter(m -> problem.configurationsOf(m).length > 0)
              .allMatch(m -> runsAlone(problem, m));
      case NO_HISTORY ->
          jobs.stream()
              .allMatch(job -> job.secondsSinceStart() == 0 && job.isolatedSecondsSoFar() == 0);
      case NOTHING_FORBIDDEN -> problem.eligibility().isAll();
      case NO_CONSTRAINTS -> problem.constraintNames().isEmpty();
      case WORK_LEFT -> jobs.stream().allMatch(job -> job.stepsRemaining().orElse(0) > 0);
    };
  }

  private static boolean runsAlone(AllocationProblem problem, int m) {
    return IntStream.range(0, problem.cluster().typeCount()).anyMatch(j -> problem.runs(m, j));
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
}
