package io.gavel.policies.lp.deadline;

import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.internal.Deadlines;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the heaviest set of SLOs that can be met together, by best-first branch and bound over sets
 * of jobs.
 *
 * <p>If a set cannot be met, the prices of its program define a {@link DemandCut}, a knapsack
 * constraint that every feasible set satisfies. Each infeasible set thus yields a cut for all other
 * sets.
 *
 * <p>Mutable during the search.
 */
final class SloSearch {

  /** Weights count as equal if their relative difference is smaller. */
  private static final double EXACT = 1e-12;

  /** The sets that contain all forced jobs and only allowed jobs. */
  private record Node(BitSet forced, BitSet allowed, double bound, int number) {}

  private final Deadlines deadlines;
  private final double[] demands;
  private final double[] weight;
  private final int mostPrograms;
  private final SolveLimits limits;
  private final List<DemandCut> cuts = new ArrayList<>();
  private final PriorityQueue<Node> open =
      new PriorityQueue<>(
          Comparator.comparingDouble((Node node) -> -node.bound()).thenComparingInt(Node::number));
  private int programs;
  private int nodes;
  private BitSet best = new BitSet();
  private double bound;

  SloSearch(Deadlines deadlines, double[] weight, int mostPrograms, SolveLimits limits) {
    this.deadlines = deadlines;
    this.demands = deadlines.demands();
    this.weight = weight;
    this.mostPrograms = mostPrograms;
    this.limits = limits;
  }

  /**
   * Runs the search.
   *
   * @throws SolveStoppedException if limits end it. Then the best set and the bound are those found
   *     before
   */
  void run() {
    BitSet all = new BitSet();
    Deadlines.demandingJobs(demands).forEach(all::set);
    bound = weightOf(all);
    best = greedy(all);
    double proved = weightOf(best);
    push(new BitSet(), all);
    while (!open.isEmpty()) {
      Node node = open.remove();
      double limit = upperBound(node.forced(), node.allowed());
      if (programs >= mostPrograms) {
        proved = Math.max(proved, limit);
      } else if (limit < node.bound() * (1 - EXACT)) {
        push(node.forced(), node.allowed()); // later cuts have lowered the bound
      } else if (limit > weightOf(best) * (1 + EXACT)) {
        branch(node);
      }
    }
    bound = Math.max(proved, weightOf(best));
  }

  private void branch(Node node) {
    DemandCut cut = conflict(node.allowed());
    if (cut == null) {
      best = node.allowed();
      return;
    }
    int largest = -1;
    for (int m = node.allowed().nextSetBit(0); m >= 0; m = node.allowed().nextSetBit(m + 1)) {
      if (!node.forced().get(m) && (largest < 0 || cut.size(m) > cut.size(largest))) {
        largest = m;
      }
    }
    if (largest >= 0) {
      push(node.forced(), changed(node.allowed(), largest, false));
      push(changed(node.forced(), largest, true), node.allowed());
    }
  }

  /**
   * Returns a greedy set: shrinks by each violated cut until the rest can be met, then adds back
   * the jobs that fit.
   */
  private BitSet greedy(BitSet all) {
    BitSet kept = (BitSet) all.clone();
    for (DemandCut cut = conflict(kept); cut != null; cut = conflict(kept)) {
      cut.shrink(kept);
    }
    best = kept;
    all.stream()
        .filter(m -> !kept.get(m))
        .boxed()
        .sorted(Comparator.comparingDouble(m -> -weight[m]))
        .forEach(
            m -> {
              if (programs < mostPrograms && conflict(changed(kept, m, true)) == null) {
                kept.set(m);
              }
            });
    return kept;
  }

  /** Returns a cut that the jobs violate; null if they can be met together. */
  private @Nullable DemandCut conflict(BitSet jobs) {
    requireTime();
    for (DemandCut cut : cuts) {
      requireTime();
      if (cut.excludes(jobs)) {
        return cut;
      }
    }
    if (jobs.isEmpty()) {
      return null;
    }
    programs++;
    double[] demanded = new double[demands.length];
    jobs.stream().forEach(m -> demanded[m] = demands[m]);
    CertifiedSolution part = deadlines.largestPart(demanded);
    if (!Deadlines.cannotBeMet(part)) {
      return null;
    }
    DemandCut cut = DemandCut.of(demands, weight, part.bound());
    cuts.add(cut);
    return cut;
  }

  private void push(BitSet forced, BitSet allowed) {
    double limit = upperBound(forced, allowed);
    if (limit > weightOf(best) * (1 + EXACT)) {
      open.add(new Node(forced, allowed, limit, nodes++));
    }
  }

  private double upperBound(BitSet forced, BitSet allowed) {
    double limit = weightOf(allowed);
    for (DemandCut cut : cuts) {
      requireTime();
      limit = Math.min(limit, cut.mostWeight(forced, allowed));
    }
    return limit;
  }

  /** There may be thousands of cuts, each with a pass over the jobs. */
  private void requireTime() {
    if (limits.isCancelled()) {
      throw new SolveStoppedException(
          "the choice of SLOs was ended by cancellation or interruption after %s programs"
              .formatted(programs));
    }
  }

  private double weightOf(BitSet jobs) {
    return jobs.stream().mapToDouble(m -> weight[m]).sum();
  }

  private static BitSet changed(BitSet jobs, int m, boolean member) {
    BitSet copy = (BitSet) jobs.clone();
    copy.set(m, member);
    return copy;
  }

  /** Returns the heaviest set found. */
  BitSet best() {
    return (BitSet) best.clone();
  }

  double bestWeight() {
    return weightOf(best);
  }

  /** Returns an upper bound on the weight of every set that can be met together. */
  double bound() {
    return bound;
  }
}
