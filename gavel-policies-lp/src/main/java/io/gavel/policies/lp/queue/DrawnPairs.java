package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.JobsByKind;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random pairs of jobs by job type that make progress, each job in at most one. Mutable. */
final class DrawnPairs {

  private final AllocationProblem problem;
  private final double[] equal;
  private final JobsByKind kinds;
  private final Random random;

  /** The jobs left of each kind: in random order, and the one slowest alone first. */
  private final List<List<Integer>> left = new ArrayList<>();

  private final List<TreeSet<Integer>> slowest = new ArrayList<>();

  /** The place of each job in the list of its kind. */
  private final int[] place;

  /**
   * No pairs yet.
   *
   * @param equal the throughput of each job with an equal share, in steps per second, {@code [job]}
   */
  DrawnPairs(AllocationProblem problem, double[] equal, long seed) {
    this.problem = problem;
    this.equal = equal;
    kinds = new JobsByKind(problem);
    random = new Random(seed);
    place = new int[equal.length];
    for (int kind = 0; kind < kinds.kinds(); kind++) {
      left.add(new ArrayList<>());
      slowest.add(
          new TreeSet<>(
              Comparator.<Integer>comparingDouble(m -> equal[m])
                  .thenComparing(Comparator.naturalOrder())));
    }
  }

  /**
   * Draws pairs until no pair of free jobs remains that makes progress.
   *
   * @param free the jobs to draw from, {@code [job]}; those in pairs no longer are
   */
  List<Group.Pair> draw(boolean[] free) {
    List<Integer> order =
        IntStream.range(0, free.length)
            .filter(m -> free[m] && kinds.partnersOf(m).length > 0)
            .boxed()
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(order, random);
    order.forEach(this::add);
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

  private void add(int m) {
    List<Integer> alike = left.get(kinds.kindOf(m));
    place[m] = alike.size();
    alike.add(m);
    slowest.get(kinds.kindOf(m)).add(m);
  }

  private void remove(int m) {
    List<Integer> alike = left.get(kinds.kindOf(m));
    int last = alike.remove(alike.size() - 1);
    if (last != m) {
      alike.set(place[m], last);
      place[last] = place[m];
    }
    slowest.get(kinds.kindOf(m)).remove(m);
  }

  /** A job with which a job may share; -1 if none is left. */
  private int partner(int m) {
    int[] open =
        Arrays.stream(kinds.partnersOf(m)).filter(kind -> !left.get(kind).isEmpty()).toArray();
    while (open.length > 0) {
      int kind = drawn(open);
      List<Integer> alike = left.get(kind);
      int other = alike.get(random.nextInt(alike.size()));
      other = makesProgress(m, other) ? other : slowest.get(kind).first();
      if (makesProgress(m, other)) {
        return other;
      }
      open = Arrays.stream(open).filter(another -> another != kind).toArray();
    }
    return -1;
  }

  /** One of the given kinds, each as often as it has jobs left. */
  private int drawn(int[] open) {
    int at = random.nextInt(Arrays.stream(open).map(kind -> left.get(kind).size()).sum());
    int i = 0;
    while (at >= left.get(open[i]).size()) {
      at -= left.get(open[i++]).size();
    }
    return open[i];
  }

  /** Whether two jobs make at least as much progress together as by turns. */
  private boolean makesProgress(int a, int b) {
    Cluster cluster = problem.cluster();
    int first = Math.min(a, b);
    int second = Math.max(a, b);
    double sum = 0;
    for (int k = 0; k < cluster.poolCount(); k++) {
      int fastest = -1;
      for (int j = 0; j < cluster.typeCount(); j++) {
        double rate = cluster.poolOf(j) == k ? kinds.rate(first, second, j) : 0;
        fastest = rate > (fastest < 0 ? 0 : kinds.rate(first, second, fastest)) ? j : fastest;
      }
      if (fastest >= 0) {
        sum += progress(first, second, fastest);
        sum += progress(second, first, fastest);
      }
    }
    return sum >= 1;
  }

  /** The progress of a job beside another on the pool of a type, relative to it alone. */
  private double progress(int m, int beside, int j) {
    Cluster cluster = problem.cluster();
    double alone = equal[m] * cluster.workers();
    return kinds.rate(m, beside, j) * cluster.poolWorkers(cluster.poolOf(j)) / alone;
  }
}
