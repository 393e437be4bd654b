package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.StableOrder;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random pairs of jobs by job type that make progress, each job in at most one. Mutable. */
final class DrawnPairs {

  private static final int GONE = -1;

  private final AllocationProblem problem;
  private final double[] equal;
  private final JobsByClass classes;
  private final Random random;

  /** The free jobs of each class, the first {@link #count} of them in random order. */
  private int[][] left = {};

  /** The number of remaining jobs of each class. */
  private final int[] count;

  /** The place of each job among the remaining jobs of its class; {@link #GONE} if it is not. */
  private final int[] place;

  /** The free jobs of each class, slowest alone first, ties to the earlier. */
  private int[][] slowest = {};

  /** How many of these, from the first on, are gone. */
  private final int[] passed;

  /**
   * No pairs yet.
   *
   * @param equal the throughput of each job with an equal share, in steps per second, {@code [job]}
   */
  DrawnPairs(AllocationProblem problem, double[] equal, long seed) {
    this.problem = problem;
    this.equal = equal;
    classes = new JobsByClass(problem);
    random = new Random(seed);
    place = new int[equal.length];
    Arrays.fill(place, GONE);
    count = new int[classes.classes()];
    passed = new int[classes.classes()];
  }

  /**
   * Draws pairs until no pair of free jobs remains that makes progress.
   *
   * @param free the jobs to draw from, {@code [job]}; paired jobs are removed
   */
  List<Group.Pair> draw(boolean[] free) {
    int[] order =
        IntStream.range(0, free.length)
            .filter(m -> free[m] && classes.partnersOf(m).length > 0)
            .toArray();
    slowest = byClass(StableOrder.ascending(order, equal));
    shuffle(order);
    left = byClass(order);
    for (int jobClass = 0; jobClass < left.length; jobClass++) {
      for (int m : left[jobClass]) {
        place[m] = count[jobClass]++;
      }
    }
    List<Group.Pair> pairs = new ArrayList<>();
    for (int m : order) {
      if (free[m]) {
        remove(m);
        int other = partner(m);
        if (other >= 0) {
          remove(other);
          free[m] = false;
          free[other] = false;
          pairs.add(new Group.Pair(Math.min(m, other), Math.max(m, other)));
        }
      }
    }
    return pairs;
  }

  /** Draws an order, as {@link java.util.Collections#shuffle} does. */
  private void shuffle(int[] order) {
    for (int i = order.length; i > 1; i--) {
      int other = random.nextInt(i);
      int last = order[i - 1];
      order[i - 1] = order[other];
      order[other] = last;
    }
  }

  /** Returns the jobs of each class in the given order, {@code [class][its jobs]}. */
  private int[][] byClass(int[] jobs) {
    int[] size = new int[classes.classes()];
    for (int m : jobs) {
      size[classes.classOf(m)]++;
    }
    int[][] ofClass = Arrays.stream(size).mapToObj(int[]::new).toArray(int[][]::new);
    for (int i = jobs.length; i-- > 0; ) {
      int jobClass = classes.classOf(jobs[i]);
      ofClass[jobClass][--size[jobClass]] = jobs[i];
    }
    return ofClass;
  }

  private void remove(int m) {
    int jobClass = classes.classOf(m);
    int last = left[jobClass][--count[jobClass]];
    left[jobClass][place[m]] = last;
    place[last] = place[m];
    place[m] = GONE;
  }

  /** Returns a job with which a job may share; -1 if none is left. */
  private int partner(int m) {
    int[] open = classes.partnersOf(m).clone();
    for (int most = withoutEmpty(open); most > 0; ) {
      int at = drawn(open, most);
      int jobClass = open[at];
      int other = left[jobClass][random.nextInt(count[jobClass])];
      other = makesProgress(m, other) ? other : slowestLeft(jobClass);
      if (makesProgress(m, other)) {
        return other;
      }
      most--;
      System.arraycopy(open, at + 1, open, at, most - at);
    }
    return -1;
  }

  /** Moves the classes with remaining jobs to the front, in their order; returns their number. */
  private int withoutEmpty(int[] some) {
    int open = 0;
    for (int i = 0; i < some.length; i++) {
      if (count[some[i]] > 0) {
        some[open++] = some[i];
      }
    }
    return open;
  }

  /** Draws the position of one of the first classes, weighted by the remaining jobs. */
  private int drawn(int[] open, int number) {
    int sum = 0;
    for (int i = 0; i < number; i++) {
      sum += count[open[i]];
    }
    int at = random.nextInt(sum);
    int i = 0;
    while (at >= count[open[i]]) {
      at -= count[open[i++]];
    }
    return i;
  }

  /** Returns the slowest remaining job of a class; there must be one. */
  private int slowestLeft(int jobClass) {
    while (place[slowest[jobClass][passed[jobClass]]] == GONE) {
      passed[jobClass]++;
    }
    return slowest[jobClass][passed[jobClass]];
  }

  /** Returns whether two jobs make at least as much progress together as by turns. */
  private boolean makesProgress(int a, int b) {
    Cluster cluster = problem.cluster();
    int first = Math.min(a, b);
    int second = Math.max(a, b);
    double sum = 0;
    for (int k = 0; k < cluster.poolCount(); k++) {
      int fastest = -1;
      for (int j = 0; j < cluster.typeCount(); j++) {
        double rate = cluster.poolOf(j) == k ? classes.rate(first, second, j) : 0;
        fastest = rate > (fastest < 0 ? 0 : classes.rate(first, second, fastest)) ? j : fastest;
      }
      if (fastest >= 0) {
        sum += progress(first, second, fastest);
        sum += progress(second, first, fastest);
      }
    }
    return sum >= 1;
  }

  /** Returns the progress of a job beside another on the pool of a type, relative to it alone. */
  private double progress(int m, int beside, int j) {
    Cluster cluster = problem.cluster();
    double alone = equal[m] * cluster.workers();
    return classes.rate(m, beside, j) * cluster.poolWorkers(cluster.poolOf(j)) / alone;
  }
}
