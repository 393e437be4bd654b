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

  /** The most visits of jobs by cuts and programs, which take about two seconds. */
  private static final long MOST_VISITS = 1_500_000_000;

  /** The visits of each of its jobs that take as long as a program. */
  private static final long VISITS_OF_PROGRAM = 2_000;

  /**
   * The sets that contain all forced jobs and only allowed jobs.
   *
   * @param bound an upper bound on their weights
   * @param judged the number of cuts that the bound takes into account
   */
  private record Node(BitSet forced, BitSet allowed, double bound, int judged, int number) {}

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
  private long visits;
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
    deadlines.hopefulJobs(demands).forEach(all::set);
    bound = weightOf(all);
    best = greedy(all);
    double proved = weightOf(best);
    open.add(judged(new Node(new BitSet(), all, weightOf(all), 0, nodes++)));
    while (!open.isEmpty()) {
      requireTime();
      Node node = open.remove();
      if (!(node.bound() > weightOf(best) * (1 + EXACT))) {
        break; // the other sets have lower bounds
      }
      if (isExhausted()) {
        proved = Math.max(proved, node.bound());
        break;
      }
      if (node.judged() < cuts.size()) {
        open.add(judged(node));
      } else {
        branch(node);
      }
    }
    requireTime();
    bound = Math.max(proved, weightOf(best));
  }

  private boolean isExhausted() {
    return programs >= mostPrograms || visits >= MOST_VISITS;
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
      BitSet fewer = changed(node.allowed(), largest, false);
      push(node.forced(), fewer, Math.min(node.bound(), weightOf(fewer)));
      push(changed(node.forced(), largest, true), node.allowed(), node.bound());
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
              if (!isExhausted() && conflict(changed(kept, m, true)) == null) {
                kept.set(m);
              }
            });
    return kept;
  }

  /** Returns a cut that the jobs violate; null if they can be met together. */
  private @Nullable DemandCut conflict(BitSet jobs) {
    requireTime();
    int size = jobs.cardinality();
    for (DemandCut cut : cuts) {
      requireTime();
      visits += size;
      if (cut.excludes(jobs)) {
        return cut;
      }
    }
    if (jobs.isEmpty()) {
      return null;
    }
    programs++;
    visits += VISITS_OF_PROGRAM * size;
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

  /** Adds sets, with a bound that no cut has lowered yet. */
  private void push(BitSet forced, BitSet allowed, double limit) {
    open.add(new Node(forced, allowed, limit, 0, nodes++));
  }

  /** Returns sets with a bound after further cuts; only until other sets have a higher bound. */
  private Node judged(Node node) {
    double limit = node.bound();
    double next = open.isEmpty() ? Double.NEGATIVE_INFINITY : open.peek().bound();
    double enough = Math.max(next, weightOf(best));
    int size = node.allowed().cardinality();
    boolean[] free = new boolean[weight.length];
    node.allowed().stream().forEach(m -> free[m] = !node.forced().get(m));
    int i = node.judged();
    for (; i < cuts.size() && limit >= enough; i++) {
      requireTime();
      visits += size;
      limit = Math.min(limit, cuts.get(i).mostWeight(node.forced(), free));
    }
    return new Node(node.forced(), node.allowed(), limit, i, nodes++);
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
    return DemandCut.sum(jobs, weight);
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
