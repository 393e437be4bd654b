package io.gavel.policies.lp.baseline;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.JobsByKind;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Pairs of jobs on over-subscribed worker types that make more progress together than by turns, the
 * largest gain first; ties go to the first pair. Mutable.
 */
final class PackedPairs {

  private final AllocationProblem problem;
  private final int[] typeOf;
  private final double[] wanted;
  private final int[] groupOf;

  /** The pairs by job type that were made. */
  private final List<Group.Pair> made = new ArrayList<>();

  private PackedPairs(AllocationProblem problem, int[] typeOf, double[] wanted) {
    this.problem = problem;
    this.typeOf = typeOf;
    this.wanted = wanted;
    groupOf = new int[typeOf.length];
    Arrays.setAll(groupOf, m -> typeOf[m] < 0 ? -1 : m);
  }

  /**
   * Makes pairs.
   *
   * @param typeOf the worker type of each job, -1 if it has none, {@code [job]}
   * @param wanted the demand for workers, {@code [pool]}; reduced by what the pairs save
   */
  static PackedPairs of(AllocationProblem problem, int[] typeOf, double[] wanted) {
    PackedPairs pairs = new PackedPairs(problem, typeOf, wanted);
    if (problem.pairsByType().isEmpty()) {
      pairs.packListed();
    } else {
      pairs.packByType();
    }
    return pairs;
  }

  /** The group in which each job runs: the job itself, a pair, or -1. */
  int[] groupOf() {
    return groupOf;
  }

  /** The problem with these groups. */
  AllocationProblem problem() {
    return JobsByKind.sharing(problem, made);
  }

  private void packListed() {
    List<Integer> pairs =
        IntStream.range(problem.jobCount(), problem.jobCount() + problem.pairCount())
            .filter(g -> together(g) > 1)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(this::together).reversed())
            .toList();
    for (int g : pairs) {
      int a = problem.group(g).member(0);
      int b = problem.group(g).member(1);
      if (groupOf[a] == a && groupOf[b] == b && isScarce(typeOf[a])) {
        join(a, b, g);
      }
    }
  }

  private boolean isScarce(int j) {
    int k = problem.cluster().poolOf(j);
    return wanted[k] > problem.cluster().poolWorkers(k);
  }

  private void join(int a, int b, int g) {
    groupOf[a] = g;
    groupOf[b] = g;
    // A pair requests its workers once.
    wanted[problem.cluster().poolOf(typeOf[a])] -= problem.workers(a);
  }

  /** The combined progress of a pair on its type: the sum of the rates, each relative to alone. */
  private double together(int g) {
    int a = problem.group(g).member(0);
    int b = problem.group(g).member(1);
    int j = typeOf[a];
    if (j < 0 || typeOf[b] != j || !problem.runs(g, j)) {
      return 0;
    }
    return problem.throughputs().stepsPerSecond(g, 0, j)
            / problem.throughputs().stepsPerSecond(a, j)
        + problem.throughputs().stepsPerSecond(g, 1, j)
            / problem.throughputs().stepsPerSecond(b, j);
  }

  /** The best pair of two kinds of jobs on a worker type. */
  private record Offer(int kind, int other, int type, int first, int second, double gain) {}

  /** Only one offer for two kinds is open at a time: when its jobs are taken, the next best. */
  private void packByType() {
    JobsByKind free = new JobsByKind(problem);
    for (int m = 0; m < typeOf.length; m++) {
      if (typeOf[m] >= 0) {
        free.add(m, typeOf[m]);
      }
    }
    PriorityQueue<Offer> offers =
        new PriorityQueue<>(
            Comparator.comparingDouble(Offer::gain)
                .reversed()
                .thenComparingInt(Offer::first)
                .thenComparingInt(Offer::second));
    for (int kind = 0; kind < free.kinds(); kind++) {
      for (int other : free.partners(kind)) {
        for (int j = 0; other >= kind && j < problem.cluster().typeCount(); j++) {
          best(free, kind, other, j).ifPresent(offers::add);
        }
      }
    }
    while (!offers.isEmpty()) {
      Offer offer = offers.remove();
      int j = offer.type();
      if (!isScarce(j)) {
        continue;
      }
      if (groupOf[offer.first()] == offer.first() && groupOf[offer.second()] == offer.second()) {
        made.add(new Group.Pair(offer.first(), offer.second()));
        join(offer.first(), offer.second(), problem.jobCount() + made.size() - 1);
        free.remove(offer.first(), j);
        free.remove(offer.second(), j);
      }
      best(free, offer.kind(), offer.other(), j).ifPresent(offers::add);
    }
  }

  private static Optional<Offer> best(JobsByKind free, int kind, int other, int j) {
    Iterator<Integer> jobs = free.of(kind, j).iterator();
    Iterator<Integer> others = kind == other ? jobs : free.of(other, j).iterator();
    if (!jobs.hasNext()) {
      return Optional.empty();
    }
    int a = jobs.next();
    if (!others.hasNext()) {
      return Optional.empty();
    }
    int b = others.next();
    double gain = free.together(a, b, j);
    return gain > 1
        ? Optional.of(new Offer(kind, other, j, Math.min(a, b), Math.max(a, b), gain))
        : Optional.empty();
  }
}
