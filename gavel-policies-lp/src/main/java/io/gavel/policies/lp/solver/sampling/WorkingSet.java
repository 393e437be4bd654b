package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/*
 * Prices of pools and coupling rows determine nearly all of the optimum of a program without pairs: at a level, each
 * job uses the two of its columns that are cheapest together (CheapestMix), a job with a utility uses its best response
 * (UtilityResponse), and in a sum the columns that are worth most beyond their cost (SumWorkingSet). Only jobs for which
 * another column costs about as much are undecided.
 *
 * Jobs known to split their time between the same two pools can be aggregated into one (AggregatedProgram); in a sum,
 * decided jobs hold known workers. What remains, with the undecided jobs, is a program of a few dozen jobs. Its optimum is that of the whole
 * program if every decided job still prefers its columns at the new prices. Otherwise the next attempt starts
 * from these prices, with more jobs undecided.
 */

/**
 * Solves a program that maximises a minimum, a sum or utilities, from prices of pools and rows that
 * are nearly right, such as prices of the same problem before a job arrived, or of a sample of its
 * jobs. It takes a few passes over the jobs, and the interior-point method on the jobs that these
 * prices leave undecided. The proof is as for any other solution. Mutable.
 */
abstract class WorkingSet {

  private static final int MOST_ATTEMPTS = 5;

  /** The value of a bound that was not requested. */
  private static final double UNKNOWN = Double.NaN;

  /**
   * The factor by which the assumed error of the prices grows if an attempt does not improve them.
   */
  private static final double WIDER = 4;

  static final double LARGEST_CHANGE = 0.2;

  /** How often prices that prove a worse bound are moved half of the way back. */
  private static final int MOST_HALVINGS = 6;

  /** The largest part of the columns that a small program may have: it may be solved likewise. */
  private static final double MOST_LEFT = 0.75;

  final AllocationProgram program;
  final SolveLimits limits;
  private final SmallSolver solver;

  /**
   * The last attempt aims at this gap, earlier ones at {@link CertifiedSolution#GOOD}. One of these
   * may hold within a tighter tolerance by chance, but its gap is far above rounding, and that of
   * the whole may be due to one job.
   */
  private final Tolerance tolerance;

  final ColumnsByJob columnsByJob;

  final Uses uses;

  /**
   * Prices of pools and then of coupling rows, {@code [resource]}; for utilities in the unit of the
   * objective per unit of each, for a level in any unit.
   */
  final double[] price;

  /** The prices of a worker, {@code [use]}. */
  final double[] ofUse;

  final ColumnChoice columnChoice;

  WorkingSet(
      AllocationProgram program,
      Uses uses,
      double[] price,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    this.program = program;
    this.uses = uses;
    this.solver = solver;
    this.tolerance = tolerance;
    this.limits = limits;
    this.price = price;
    ofUse = new double[uses.count()];
    uses.price(price, ofUse);
    columnsByJob = ColumnsByJob.of(program, limits);
    columnChoice =
        new ColumnChoice(columnsByJob.jobs, columnsByJob.rate.length, program.hasUtility());
  }

  /** Solves with prices whose assumed relative error is given; empty if too much is undecided. */
  final Optional<CertifiedSolution> improve(double off) {
    double refined = refine(off);
    return improve(refined, decidesByBound() ? bound() : UNKNOWN);
  }

  /** Improves prices whose assumed relative error is given; returns that of the new ones. */
  double refine(double off) {
    return off;
  }

  /** The same if the bound that the prices prove is known. */
  final Optional<CertifiedSolution> improve(double off, double first) {
    Optional<CertifiedSolution> best = Optional.empty();
    double part = off;
    Tolerance each = CertifiedSolution.GOOD;
    double bound = first;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      columnChoice.clear();
      if (!decide(bound, Math.min(LARGEST_CHANGE, part))
          || columnChoice.usedCount() > columnsByJob.rate.length / 2) {
        return best;
      }
      Optional<Reduced> left = reduced();
      if (left.isEmpty()) {
        part = WIDER * part;
        continue;
      }
      Reduced small = left.get();
      if (small.program.columnCount() > MOST_LEFT * columnsByJob.rate.length) {
        return best;
      }
      double[] earlier = price.clone();
      Optional<CertifiedSolution> attempted = attempt(small, each, Math.min(LARGEST_CHANGE, part));
      if (attempted.isEmpty()) {
        part = WIDER * part;
        continue;
      }
      CertifiedSolution found = attempted.get();
      best = best.filter(other -> other.open() <= found.open()).or(() -> Optional.of(found));
      if (each.equals(tolerance) && best.get().holdsWithin(tolerance)) {
        return best;
      }
      bound = Double.isNaN(bound) ? boundAt(earlier) : bound;
      double lower = between(earlier, bound);
      boolean better = lower < bound; // a better bound shows better prices
      if (!each.equals(tolerance) && found.holdsWithin(each)) {
        each = tolerance;
        double gap = found.relativeGap() + Math.ulp(1.0);
        part = Math.min(part, Math.sqrt(gap)); // gaps are of second order
      } else {
        part = better ? Math.min(part, change(earlier)) : WIDER * part;
      }
      if (better) {
        bound = lower;
      } else {
        take(earlier);
      }
    }
    return best;
  }

  /**
   * Returns the bound of the prices. If it is no better than an earlier one, the prices are moved
   * back towards the earlier prices while that helps: the bound is convex in them, and an attempt
   * goes too far if jobs that it had decided would change.
   *
   * @param bound the bound of the earlier prices
   */
  private double between(double[] earlier, double bound) {
    double lower = bound();
    if (lower < bound) {
      return lower;
    }
    double[] last = price.clone();
    for (int i = 0; i < MOST_HALVINGS; i++) {
      double[] middle = new double[last.length];
      for (int k = 0; k < middle.length; k++) {
        middle[k] = (earlier[k] + last[k]) / 2;
      }
      take(middle);
      double next = bound();
      if (lower < bound && !(next < lower)) {
        take(last);
        return lower;
      }
      lower = next;
      last = middle;
    }
    return lower;
  }

  private double boundAt(double[] prices) {
    double[] now = price.clone();
    take(prices);
    double bound = bound();
    take(now);
    return bound;
  }

  final void take(double[] prices) {
    System.arraycopy(prices, 0, price, 0, price.length);
    uses.price(price, ofUse);
  }

  /**
   * Returns the largest change of the price of a worker, relative to the terms of its sum: better
   * prices have hardly a larger error.
   */
  final double change(double[] earlier) {
    double[] before = new double[ofUse.length];
    double[] stakesBefore = new double[ofUse.length];
    double[] stakes = new double[ofUse.length];
    uses.price(earlier, before);
    uses.stakes(earlier, stakesBefore);
    uses.stakes(price, stakes);
    double most = 0;
    for (int u = 0; u < ofUse.length; u++) {
      double larger = Math.max(stakes[u], stakesBefore[u]);
      most = larger > 0 ? Math.max(most, Math.abs(ofUse[u] - before[u]) / larger) : most;
    }
    return most;
  }

  /**
   * Returns the bound that the prices prove, with prices of throughput.
   *
   * @param owed prices of throughput, {@code [job]}; not copied, not to be modified afterwards
   */
  final DualBound proof(double[] owed) {
    Prices ofPools = DualBound.claimed(pools(), new double[owed.length], owed);
    double[] ofRows = Arrays.copyOfRange(price, program.poolCount(), price.length);
    return DualBound.of(program, ofPools, ofRows);
  }

  private double[] pools() {
    return Arrays.copyOf(price, program.poolCount());
  }

  /** Returns the prices of pools and then of coupling rows in a bound. */
  static double[] prices(DualBound bound) {
    double[] pools = bound.prices().pools();
    double[] rows = bound.rowPrices();
    double[] prices = Arrays.copyOf(pools, pools.length + rows.length);
    System.arraycopy(rows, 0, prices, pools.length, rows.length);
    return prices;
  }

  /** Returns a value that no feasible point exceeds, proved by the prices. */
  abstract double bound();

  /** Returns whether {@link #decide} needs the bound. */
  boolean decidesByBound() {
    return false;
  }

  /**
   * Decides the columns of the jobs that certainly keep them.
   *
   * @param bound the bound that the prices prove, if it is needed
   * @param part the assumed relative error of the prices
   * @return false if the bound decides nothing
   */
  abstract boolean decide(double bound, double part);

  /**
   * Solves the small program and takes over its prices of pools and rows; empty if it is too tight:
   * decided jobs may hold what undecided ones need.
   */
  private Optional<CertifiedSolution> attempt(Reduced small, Tolerance each, double part) {
    CertifiedSolution found;
    try {
      found = solver.within(part).solve(small.program, each, limits);
    } catch (SolveFailedException | InfeasibleProblemException tooTight) {
      return Optional.empty();
    }
    take(prices(found.bound()));
    return Optional.of(small.undone.apply(found));
  }

  /**
   * A small program, and the way back. Immutable.
   *
   * @param undone the solution of the whole program that corresponds to the optimum of the small
   *     one, whose prices of pools and rows are taken over
   */
  record Reduced(AllocationProgram program, UnaryOperator<CertifiedSolution> undone) {}

  /** Returns the program that the decided jobs leave; empty if they hold more than there is. */
  abstract Optional<Reduced> reduced();
}
