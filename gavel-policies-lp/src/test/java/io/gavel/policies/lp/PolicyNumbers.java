package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Job;
import java.util.stream.IntStream;

/** The numbers of a problem that policies optimise, from their definitions. */
final class PolicyNumbers {

  private PolicyNumbers() {}

  interface OfJob {
    double of(AllocationProblem problem, int m);
  }

  interface OfEntry {
    double of(AllocationProblem problem, int i);
  }

  private static boolean runs(AllocationProblem problem, int m) {
    return problem.unrunnable().stream().noneMatch(job -> job.job() == m);
  }

  static double slo(AllocationProblem problem, int m, boolean slos) {
    Job job = problem.job(m);
    return slos && job.sloSeconds().isPresent() && runs(problem, m)
        ? job.stepsRemaining().orElseThrow() / job.sloSeconds().getAsDouble()
        : 0;
  }

  static double left(AllocationProblem problem, int m) {
    return runs(problem, m) ? problem.job(m).stepsRemaining().orElse(0) : 0;
  }

  static double owed(AllocationProblem problem, int m, Normalizer normalizer) {
    Job job = problem.job(m);
    return job.weight() * normalizer.throughput(problem, m) / job.workers();
  }

  static double share(AllocationProblem problem, int m) {
    double fastest = PoolShares.fastest(problem, m);
    return fastest > 0 ? 1 / fastest : 0;
  }

  static double turn(AllocationProblem problem, int m) {
    return IntStream.range(m, problem.jobCount())
        .filter(i -> PoolShares.fastest(problem, i) > 0)
        .count();
  }

  /** The gain of an entry if each step of a job has a worth. */
  static OfEntry jobs(OfJob worth) {
    return (problem, i) -> {
      int types = problem.cluster().typeCount();
      int g = i / types;
      double gain = 0;
      for (int member = 0; member < problem.group(g).size(); member++) {
        gain +=
            worth.of(problem, problem.group(g).member(member))
                * problem.throughputs().stepsPerSecond(g, member, i % types);
      }
      return gain;
    };
  }

  static double steps(AllocationProblem problem, int i) {
    return jobs((p, m) -> 1).of(problem, i);
  }

  static double price(AllocationProblem problem, int i) {
    return problem.cluster().type(i % problem.cluster().typeCount()).pricePerHour();
  }

  /** A gang pays for one worker. */
  static double perPrice(AllocationProblem problem, int i) {
    double paid = Math.min(1, problem.workers(i / problem.cluster().typeCount()));
    return steps(problem, i) / paid / price(problem, i);
  }

  /** The throughput at which a job's finish time is a multiple of that on its isolated share. */
  static double demand(AllocationProblem problem, int m, double rho, boolean weighted) {
    double isolated =
        weighted
            ? IsolatedShare.weightedThroughput(problem, m)
            : IsolatedShare.throughput(problem, m);
    if (isolated == 0 || left(problem, m) == 0) {
      return 0;
    }
    Job job = problem.job(m);
    double alone = job.isolatedSecondsSoFar() + left(problem, m) / isolated;
    double seconds = rho * alone - job.secondsSinceStart();
    return seconds > 0 ? left(problem, m) / seconds : Double.NaN;
  }

  static double fastestTime(AllocationProblem problem, int m) {
    return left(problem, m) / PoolShares.fastest(problem, m);
  }
}
