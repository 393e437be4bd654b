package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Ad-hoc space sharing in the style of Gandiva (OSDI 2018), as the baseline of Gavel §7.
 *
 * <p>If all jobs fit the cluster together, no jobs share workers. Otherwise jobs are combined into
 * random pairs as long as a possible pair remains, and time is divided equally among the groups as
 * in the {@linkplain IsolatedShare isolated share}: every group runs for {@code W_k / (groups · s)}
 * of its time on pool {@code k}, and a row with a sum above 1 is scaled down to 1. A pair that
 * makes less progress than its two jobs taking turns, {@code Σ_member Σ_k W_k T_pair / Σ_k W_k
 * T_alone < 1}, is never formed; the original tries it and separates it at the next event.
 *
 * <p>The pairing is pseudo-random: a function of problem and seed. Of pairs by job type, which are
 * not listed, each job in random order draws one: first the class of its partner, weighted by
 * remaining jobs, then the partner; if the pair makes too little progress, the slowest job of the
 * class, then another class.
 *
 * <p>The certificate's objective is the mean of that sum over the groups, which is the speed-up by
 * sharing; 1 if no jobs share. Closed form without a program, O(groups K); with pairs by job type
 * O(n) for each class. Weights are ignored. Immutable.
 *
 * <p>Problems with constraints are refused: its shares follow from a formula.
 *
 * @param seed the seed of the draws
 */
public record GandivaPacking(long seed) implements Policy {

  /**
   * Returns the policy with seed 0.
   *
   * @return the policy
   */
  public static GandivaPacking create() {
    return new GandivaPacking(0);
  }

  /**
   * Returns a copy with another seed.
   *
   * @param seed determines, together with the problem, which jobs are paired
   * @return a copy
   */
  public GandivaPacking withSeed(long seed) {
    return new GandivaPacking(seed);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireNoConstraints(problem, this, "its shares follow from a formula");
    double[] equal = new double[problem.jobCount()];
    Arrays.setAll(equal, m -> EqualShare.throughput(problem, m));
    boolean[] free = PoolShares.runnableAlone(problem);
    AllocationProblem used = problem;
    List<Integer> groups = new ArrayList<>();
    if (!problem.pairsByType().isEmpty()) {
      List<Group.Pair> pairs =
          isScarce(problem, free) ? new DrawnPairs(problem, equal, seed).draw(free) : List.of();
      used = problem.withPairs(pairs);
      IntStream.range(0, pairs.size()).map(i -> problem.jobCount() + i).forEach(groups::add);
    } else if (isScarce(problem, free)) {
      groups.addAll(listedPairs(problem, equal, free));
    }
    IntStream.range(0, free.length).filter(m -> free[m]).forEach(groups::add);
    return shared(used, groups, equal);
  }

  /** Returns equal time for the given groups. */
  private static Allocation shared(
      AllocationProblem problem, List<Integer> groups, double[] equal) {
    Cluster cluster = problem.cluster();
    boolean[] runs = new boolean[problem.groupCount()];
    groups.forEach(g -> runs[g] = true);
    double row = (double) cluster.workers() / groups.size();
    double mean = groups.stream().mapToDouble(g -> progress(problem, g, equal)).average().orElse(0);
    return PoolShares.allocate(
        problem,
        (g, k) ->
            runs[g]
                ? Math.min(1, row / problem.workers(g)) * cluster.poolWorkers(k) / cluster.workers()
                : 0,
        mean);
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.PAIRS, Aspect.SHARES, Aspect.ARRIVAL_ORDER, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.UNIT_INVARIANCE);
  }

  /** Returns whether the jobs that run ask for more workers than there are. */
  private static boolean isScarce(AllocationProblem problem, boolean[] free) {
    long milli =
        IntStream.range(0, free.length)
            .filter(m -> free[m])
            .mapToLong(m -> PoolShares.milli(problem, m))
            .sum();
    return milli > problem.cluster().workers() * Job.WHOLE_WORKER;
  }

  /** Returns the pairs that run; their jobs are no longer free. */
  private List<Integer> listedPairs(AllocationProblem problem, double[] equal, boolean[] free) {
    List<Integer> pairs = new ArrayList<>();
    for (int g = problem.jobCount(); g < problem.jobCount() + problem.pairCount(); g++) {
      pairs.add(g);
    }
    Collections.shuffle(pairs, new Random(seed));
    List<Integer> groups = new ArrayList<>();
    for (int g : pairs) {
      int first = problem.group(g).member(0);
      int second = problem.group(g).member(1);
      if (free[first] && free[second] && progress(problem, g, equal) >= 1) {
        free[first] = false;
        free[second] = false;
        groups.add(g);
      }
    }
    return groups;
  }

  private static double progress(AllocationProblem problem, int g, double[] equal) {
    Rate rate = (i, j) -> problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, i, j) : 0;
    return progress(problem, problem.group(g), rate, equal);
  }

  /**
   * The steps per second of a member of a group on a worker type; 0 where the group does not run.
   */
  @FunctionalInterface
  interface Rate {
    double of(int member, int j);
  }

  /**
   * Returns the progress of a group on an equal share: the sum of the members' rates relative to
   * alone.
   */
  static double progress(AllocationProblem problem, Group group, Rate rate, double[] equal) {
    Cluster cluster = problem.cluster();
    double sum = 0;
    for (int k = 0; k < cluster.poolCount(); k++) {
      int fastest = -1;
      double most = 0;
      for (int j = 0; j < cluster.typeCount(); j++) {
        double first = cluster.poolOf(j) == k ? rate.of(0, j) : 0;
        fastest = first > most ? j : fastest;
        most = Math.max(most, first);
      }
      for (int i = 0; i < group.size() && fastest >= 0; i++) {
        double alone = equal[group.member(i)] * cluster.workers();
        sum += rate.of(i, fastest) * cluster.poolWorkers(k) / alone;
      }
    }
    return sum;
  }
}
