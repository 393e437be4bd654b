package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;
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
   * @param wanted the demand for workers, {@code [pool]}; reduced by the savings of the pairs
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

  /** Returns the group in which each job runs: the job itself, a pair, or -1. */
  int[] groupOf() {
    return groupOf;
  }

  /** Returns the problem with these groups. */
  AllocationProblem problem() {
    return problem.pairsByType().isEmpty() ? problem : problem.withPairs(made);
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

  /**
   * Returns the combined progress of a pair on its type: the sum of the rates, each relative to
   * alone.
   */
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

  /** The best pair of jobs of two classes on a worker type. */
  private record Offer(int ofClass, int other, int type, int first, int second, double gain) {}

  /** Only one offer for two classes is open at a time; when its jobs are taken, the next best. */
  private void packByType() {
    JobsByClass free = new JobsByClass(problem);
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
    for (int a = 0; a < free.table.kindCount(); a++) {
      for (int b : free.table.partners(a)) {
        for (int j = 0; b >= a && j < problem.cluster().typeCount(); j++) {
          free.best(a, b, j).ifPresent(offers::add);
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
      free.best(offer.ofClass(), offer.other(), j).ifPresent(offers::add);
    }
  }

  /**
   * Jobs that could share workers, by their class in the table of {@linkplain
   * AllocationProblem#pairsByType pairs by job type} and by worker type. A job that shares loses
   * the part {@code 1 − T_pair / T_alone} of its speed, and {@code T_pair} is equal for all jobs of
   * a class, so the best partner of a class is the job that is slowest alone. The slowest jobs come
   * first in each set; ties go to the earlier arrival. Mutable.
   */
  private static final class JobsByClass {
    private final AllocationProblem problem;
    private final PairThroughputs table;
    private final int[] classOf;
    private final List<NavigableSet<Integer>> sets = new ArrayList<>();

    JobsByClass(AllocationProblem problem) {
      this.problem = problem;
      table = problem.pairsByType();
      classOf = problem.jobs().stream().mapToInt(table::kindOf).toArray();
      int types = problem.cluster().typeCount();
      for (int i = 0; i < table.kindCount() * types; i++) {
        int j = i % types;
        sets.add(
            new TreeSet<>(
                Comparator.<Integer>comparingDouble(m -> problem.throughputs().stepsPerSecond(m, j))
                    .thenComparing(Comparator.naturalOrder())));
      }
    }

    private NavigableSet<Integer> of(int jobClass, int j) {
      return sets.get(jobClass * problem.cluster().typeCount() + j);
    }

    void add(int m, int j) {
      if (classOf[m] >= 0) { // otherwise it can share with none
        of(classOf[m], j).add(m);
      }
    }

    void remove(int m, int j) {
      of(classOf[m], j).remove(m);
    }

    Optional<Offer> best(int a, int b, int j) {
      Iterator<Integer> ofA = of(a, j).iterator();
      Iterator<Integer> ofB = a == b ? ofA : of(b, j).iterator();
      if (!ofA.hasNext()) {
        return Optional.empty();
      }
      int m = ofA.next();
      if (!ofB.hasNext()) {
        return Optional.empty();
      }
      int n = ofB.next();
      double gain = relative(m, n, j) + relative(n, m, j);
      return gain > 1
          ? Optional.of(new Offer(a, b, j, Math.min(m, n), Math.max(m, n), gain))
          : Optional.empty();
    }

    /** Returns the rate of a job that shares a worker with another one, relative to alone. */
    private double relative(int m, int other, int j) {
      double alone = problem.throughputs().stepsPerSecond(m, j);
      boolean runs =
          table.stepsPerSecond(classOf[other], classOf[m], j) > 0
              && !problem.eligibility().forbids(m, j)
              && !problem.eligibility().forbids(other, j)
              && problem.scaleFactor(m)
                  <= problem.cluster().poolWorkers(problem.cluster().poolOf(j));
      return alone > 0 && runs ? table.stepsPerSecond(classOf[m], classOf[other], j) / alone : 0;
    }
  }
}
