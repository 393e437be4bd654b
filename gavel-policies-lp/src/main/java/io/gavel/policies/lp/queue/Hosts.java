package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.List;

/** Jobs that run alone, and the best of them for a job that waits. Mutable. */
abstract class Hosts {

  static final int NONE = -1;

  final AllocationProblem problem;

  private Hosts(AllocationProblem problem) {
    this.problem = problem;
  }

  /**
   * Jobs that run alone.
   *
   * @param typeOf the worker type on which each job runs, or {@link #NONE}, {@code [job]}
   */
  static Hosts of(AllocationProblem problem, int[] typeOf) {
    return problem.pairsByType().isEmpty()
        ? new Listed(problem, typeOf)
        : new ByType(problem, typeOf);
  }

  /**
   * Removes the host with which a job has the largest combined throughput, if that exceeds the
   * threshold; ties go to the first pair. Returns the group of both, or {@link #NONE}.
   */
  abstract int takeBest(int m, double threshold);

  /** Returns the other job of a group that was returned for a job. */
  abstract int hostOf(int g, int m);

  /** Returns the problem whose groups were returned. */
  abstract AllocationProblem used();

  private static final class Listed extends Hosts {

    private final int[] typeOf;

    /** The pairs of each job. */
    private final List<List<Integer>> pairs = new ArrayList<>();

    Listed(AllocationProblem problem, int[] typeOf) {
      super(problem);
      this.typeOf = typeOf.clone();
      for (int m = 0; m < typeOf.length; m++) {
        pairs.add(new ArrayList<>());
      }
      for (int g = problem.jobCount(); g < problem.jobCount() + problem.pairCount(); g++) {
        pairs.get(problem.group(g).member(0)).add(g);
        pairs.get(problem.group(g).member(1)).add(g);
      }
    }

    @Override
    int takeBest(int m, double threshold) {
      int best = NONE;
      double most = threshold;
      for (int g : pairs.get(m)) {
        int host = hostOf(g, m);
        if (typeOf[host] != NONE && problem.runs(g, typeOf[host])) {
          double combined = combined(g, typeOf[host]);
          if (combined > most) {
            best = g;
            most = combined;
          }
        }
      }
      if (best != NONE) {
        typeOf[hostOf(best, m)] = NONE;
      }
      return best;
    }

    @Override
    int hostOf(int g, int m) {
      return problem.group(g).member(0) + problem.group(g).member(1) - m;
    }

    /**
     * Returns the combined throughput of a pair: the sum of the members' rates, relative to alone.
     */
    private double combined(int g, int j) {
      double combined = 0;
      for (int i = 0; i < 2; i++) {
        double alone = problem.throughputs().stepsPerSecond(problem.group(g).member(i), j);
        combined += alone > 0 ? problem.throughputs().stepsPerSecond(g, i, j) / alone : 0;
      }
      return combined;
    }

    @Override
    AllocationProblem used() {
      return problem;
    }
  }

  private static final class ByType extends Hosts {

    private final JobsByClass hosts;
    private final List<Group.Pair> pairs = new ArrayList<>();

    ByType(AllocationProblem problem, int[] typeOf) {
      super(problem);
      hosts = new JobsByClass(problem);
      for (int m = 0; m < typeOf.length; m++) {
        if (typeOf[m] != NONE) {
          hosts.add(m, typeOf[m]);
        }
      }
    }

    @Override
    int takeBest(int m, double threshold) {
      int best = NONE;
      int type = NONE;
      double most = threshold;
      for (int jobClass : hosts.partnersOf(m)) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          if (!hosts.of(jobClass, j).isEmpty()) {
            int host = hosts.of(jobClass, j).first();
            double combined = hosts.together(host, m, j);
            if (combined > most || (combined == most && host < best)) {
              best = host;
              type = j;
              most = combined;
            }
          }
        }
      }
      if (best == NONE) {
        return NONE;
      }
      hosts.remove(best, type);
      pairs.add(new Group.Pair(Math.min(best, m), Math.max(best, m)));
      return problem.jobCount() + pairs.size() - 1;
    }

    @Override
    int hostOf(int g, int m) {
      Group.Pair pair = pairs.get(g - problem.jobCount());
      return pair.first() + pair.second() - m;
    }

    @Override
    AllocationProblem used() {
      return JobsByClass.sharing(problem, pairs);
    }
  }
}
