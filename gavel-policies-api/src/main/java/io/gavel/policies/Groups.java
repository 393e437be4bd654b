package io.gavel.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What a problem checks and knows of its groups, listed or by job type. */
final class Groups {

  private Groups() {}

  private interface Entries {
    boolean test(int g, int j);
  }

  static void requireEqualDemand(List<Job> jobs, ThroughputMatrix throughputs) {
    for (int g = jobs.size(); g < throughputs.groupCount(); g++) {
      Job first = jobs.get(throughputs.group(g).member(0));
      Job second = jobs.get(throughputs.group(g).member(1));
      if (first.scaleFactor() != second.scaleFactor()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" have scale factors %d and %d; only equal ones can be a pair"
                .formatted(first.id(), second.id(), first.scaleFactor(), second.scaleFactor()));
      }
      if (first.gpuMilli() != second.gpuMilli()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" take %d and %d thousandths of a worker; only equal ones can be"
                    .formatted(first.id(), second.id(), first.gpuMilli(), second.gpuMilli())
                + " a pair");
      }
    }
  }

  /** The jobs that can run in no listed group. */
  static List<Unrunnable> unrunnable(AllocationProblem problem) {
    boolean[] hasThroughput = new boolean[problem.jobCount()];
    boolean[] runs = new boolean[problem.jobCount()];
    for (int g = 0; g < problem.throughputs().groupCount(); g++) {
      mark(problem, g, problem::hasThroughput, hasThroughput);
      mark(problem, g, problem::runs, runs);
    }
    return IntStream.range(0, runs.length)
        .filter(m -> !runs[m])
        .mapToObj(
            m ->
                new Unrunnable(
                    m,
                    problem.job(m).id(),
                    hasThroughput[m]
                        ? Unrunnable.Cause.GANG_TOO_LARGE
                        : Unrunnable.Cause.NO_THROUGHPUT))
        .toList();
  }

  private static void mark(AllocationProblem problem, int g, Entries entries, boolean[] jobs) {
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (entries.test(g, j)) {
        Group group = problem.group(g);
        jobs[group.member(0)] = true;
        jobs[group.member(group.size() - 1)] = true;
        return;
      }
    }
  }

  /** Those of some jobs that cannot run beside others by a table either. */
  static List<Unrunnable> unrunnable(
      AllocationProblem problem, PairThroughputs table, List<Unrunnable> alone) {
    return alone.stream()
        .filter(
            job ->
                IntStream.range(0, problem.jobCount())
                    .noneMatch(n -> run(problem, table, job.job(), n)))
        .toList();
  }

  /** All pairs by a table that can run somewhere. */
  static List<Group.Pair> pairs(AllocationProblem problem, PairThroughputs table) {
    List<Group.Pair> pairs = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int n = m + 1; n < problem.jobCount(); n++) {
        if (run(problem, table, m, n)) {
          pairs.add(new Group.Pair(m, n));
        }
      }
    }
    return pairs;
  }

  private static boolean run(AllocationProblem problem, PairThroughputs table, int m, int n) {
    int of = table.kindOf(problem.job(m));
    int beside = table.kindOf(problem.job(n));
    Cluster cluster = problem.cluster();
    return m != n
        && of >= 0
        && beside >= 0
        && IntStream.range(0, cluster.typeCount())
            .anyMatch(
                j ->
                    table.stepsPerSecond(of, beside, j) > 0
                        && table.stepsPerSecond(beside, of, j) > 0
                        && problem.scaleFactor(m) <= cluster.poolWorkers(cluster.poolOf(j)));
  }
}
