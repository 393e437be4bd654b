package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/*
 * A job that shares loses the part 1 − T_pair / T_alone of its speed. T_pair is the same for all jobs of a class. So
 * whichever job it is that looks for a partner, the best of a class is the one that is slowest alone, and n jobs
 * find theirs without a look at n² pairs.
 */

/**
 * Jobs that could share workers, by their class in the table of {@linkplain
 * AllocationProblem#pairsByType pairs by job type} and by worker type. The slowest jobs come first
 * in each set; ties go to the earlier arrival. Mutable.
 */
final class JobsByClass {

  private static final int NONE = -1;

  private final AllocationProblem problem;
  private final PairThroughputs table;
  private final int[] classOf;
  private final int[][] partners;
  private final List<NavigableSet<Integer>> sets = new ArrayList<>();

  /**
   * No jobs yet.
   *
   * @param problem a problem with pairs by job type
   */
  JobsByClass(AllocationProblem problem) {
    this.problem = problem;
    table = problem.pairsByType();
    classOf = problem.jobs().stream().mapToInt(table::kindOf).toArray();
    partners =
        IntStream.range(0, table.kindCount()).mapToObj(table::partners).toArray(int[][]::new);
    for (int i = 0; i < table.kindCount() * types(); i++) {
      int j = i % types();
      sets.add(
          new TreeSet<>(
              Comparator.<Integer>comparingDouble(m -> alone(m, j))
                  .thenComparing(Comparator.naturalOrder())));
    }
  }

  /**
   * Returns the problem in which a policy shares workers.
   *
   * @param made the pairs by job type that it made
   * @return the problem with these pairs; the same one if it lists its pairs itself
   */
  static AllocationProblem sharing(AllocationProblem problem, List<Group.Pair> made) {
    return problem.pairsByType().isEmpty() ? problem : problem.withPairs(made);
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  private double alone(int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j);
  }

  /** Adds a job on a worker type; without effect if it can share with none. */
  void add(int m, int j) {
    if (classOf[m] != NONE) {
      of(classOf[m], j).add(m);
    }
  }

  /** Removes a job from a worker type, if it is there. */
  void remove(int m, int j) {
    if (classOf[m] != NONE) {
      of(classOf[m], j).remove(m);
    }
  }

  /** Returns the class of a job; negative if it can share with none. */
  int classOf(int m) {
    return classOf[m];
  }

  /** Returns the number of classes of jobs. */
  int classes() {
    return partners.length;
  }

  /** Returns the classes that a job may share workers with, ascending; empty if there are none. */
  int[] partnersOf(int m) {
    return classOf[m] == NONE ? new int[0] : partners[classOf[m]];
  }

  /** Returns the jobs of a class on a worker type, slowest first. */
  NavigableSet<Integer> of(int jobClass, int j) {
    return sets.get(jobClass * types() + j);
  }

  /**
   * Returns the throughput of a job next to another.
   *
   * @return steps per second; 0 if they cannot share workers of the type
   */
  double rate(int m, int beside, int j) {
    boolean runs =
        table.stepsPerSecond(classOf[beside], classOf[m], j) > 0
            && !problem.eligibility().forbids(m, j)
            && !problem.eligibility().forbids(beside, j)
            && problem.scaleFactor(m) <= problem.cluster().poolWorkers(problem.cluster().poolOf(j));
    return runs ? table.stepsPerSecond(classOf[m], classOf[beside], j) : 0;
  }

  /**
   * Returns the progress of two jobs that share, in sum: the rate of each relative to its rate
   * alone.
   */
  double together(int m, int n, int j) {
    return relative(m, n, j) + relative(n, m, j);
  }

  private double relative(int m, int beside, int j) {
    double alone = alone(m, j);
    return alone > 0 ? rate(m, beside, j) / alone : 0;
  }
}
