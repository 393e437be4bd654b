package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random pairs of jobs by job type that make progress, each job in at most one. Jobs come in random
 * order, and each shares with a job that has come before it or waits for one that comes after it.
 * In each class the slowest job alone is the first to get a partner: if a pair with that job makes
 * no progress, neither does one with any other job of the class.
 */
final class DrawnPairs {

  private final AllocationProblem problem;
  private final double[] equal;
  private final JobsByClass classes;
  private final Random random;

  /** The jobs of each class that have found no partner, slowest alone first. */
  private final List<Queue<Integer>> waiting = new ArrayList<>();

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
    for (int i = 0; i < classes.classes(); i++) {
      waiting.add(
          new PriorityQueue<>(
              Comparator.<Integer>comparingDouble(m -> equal[m])
                  .thenComparing(Comparator.naturalOrder())));
    }
  }

  /**
   * Draws pairs until no pair of free jobs remains that makes progress.
   *
   * @param free the jobs to draw from, {@code [job]}; paired jobs are removed
   */
  List<Group.Pair> draw(boolean[] free) {
    List<Integer> order =
        IntStream.range(0, free.length)
            .filter(m -> free[m] && classes.partnersOf(m).length > 0)
            .boxed()
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(order, random);
    List<Group.Pair> pairs = new ArrayList<>();
    for (int m : order) {
      OptionalInt partner = partner(m);
      if (partner.isPresent()) {
        int other = partner.getAsInt();
        waiting.get(classes.classOf(other)).remove();
        free[m] = false;
        free[other] = false;
        pairs.add(new Group.Pair(Math.min(m, other), Math.max(m, other)));
      } else {
        waiting.get(classes.classOf(m)).add(m);
      }
    }
    return pairs;
  }

  /** Returns the first job of a random class among the waiting ones that a job can share with. */
  private OptionalInt partner(int m) {
    int[] partners =
        IntStream.of(classes.partnersOf(m))
            .filter(jobClass -> !waiting.get(jobClass).isEmpty())
            .map(jobClass -> waiting.get(jobClass).element())
            .filter(other -> makesProgress(Math.min(m, other), Math.max(m, other)))
            .toArray();
    return partners.length == 0
        ? OptionalInt.empty()
        : OptionalInt.of(partners[random.nextInt(partners.length)]);
  }

  private boolean makesProgress(int first, int second) {
    Group pair = new Group.Pair(first, second);
    GandivaPacking.Rate rate = (i, j) -> classes.rate(pair.member(i), pair.member(1 - i), j);
    return GandivaPacking.progress(problem, pair, rate, equal) >= 1;
  }
}
