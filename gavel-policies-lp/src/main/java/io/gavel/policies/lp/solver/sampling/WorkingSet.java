package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Optional;

/*
 * Prices of pools tell nearly everything of the optimum of a program without pairs: at a level, each job uses
 * the two of its columns that are cheapest together (CheapestUse), and one with a utility what suits it best
 * (BestUse). Only jobs for which another column costs about as much may have to decide otherwise.
 *
 * All jobs that certainly use the same two pools are as good as one job (SmallProgram). With the undecided jobs
 * that is a program of a few dozen jobs, whose optimum is that of the whole if none of the certain jobs would
 * rather change then. Otherwise it is done again from there, with more jobs undecided.
 */

/**
 * Solves a program that maximises a minimum, or utilities, from prices of pools that are nearly
 * right, such as those of the same problem before a job came, or of a sample of its jobs: by the
 * interior-point method on the jobs that these prices leave undecided. A few passes over the jobs;
 * the proof is the same as ever. Mutable while it works.
 */
abstract class WorkingSet {

  private static final int MOST_ATTEMPTS = 4;

  /** How many times as far prices may be off if those of an attempt are no better. */
  private static final double WIDER = 4;

  private static final double LARGEST_CHANGE = 0.2;

  final AllocationProgram program;
  final SolveLimits limits;
  private final SmallSolver solver;
  final ColumnsByJob blocks;

  /** Prices of pools, in the unit of the objective if it has utilities, in any if it is a level. */
  final double[] price;

  final ColumnChoice uses;

  WorkingSet(AllocationProgram program, double[] price, SmallSolver solver, SolveLimits limits) {
    this.program = program;
    this.solver = solver;
    this.limits = limits;
    this.price = price;
    blocks = ColumnsByJob.of(program, limits);
    uses = new ColumnChoice(blocks.jobs);
  }

  /** Solves with prices that may be off by a part. */
  final Optional<CertifiedSolution> improve(double off) {
    Optional<CertifiedSolution> best = Optional.empty();
    double part = off;
    double bound = bound();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (decide(bound, Math.min(LARGEST_CHANGE, part)) > blocks.jobs / 2) {
        return best;
      }
      double[] earlier = price.clone();
      CertifiedSolution point = attempt();
      best = best.filter(other -> other.open() <= point.open()).or(() -> Optional.of(point));
      if (point.holdsWithin(CertifiedSolution.GOOD)) {
        return best;
      }
      double lower = bound();
      if (lower < bound) { // the better bound has the better prices
        bound = lower;
      } else {
        System.arraycopy(earlier, 0, price, 0, price.length);
        part *= WIDER;
      }
    }
    return best;
  }

  /** A value that no feasible point exceeds, as the prices prove it. */
  abstract double bound();

  /**
   * Decides jobs that are certain.
   *
   * @param bound that the prices prove
   * @param part by which they may be off
   * @return how many jobs are not
   */
  abstract int decide(double bound, double part);

  /** Solves the small program, whose prices are then those of the pools. */
  final CertifiedSolution attempt() {
    AggregatedProgram small = new AggregatedProgram(program, blocks, uses);
    CertifiedSolution found = solver.solve(small.program(), limits);
    System.arraycopy(found.bound().prices().pools(), 0, price, 0, price.length);
    return undone(small, found);
  }

  /** The point of the whole program that the optimum of the small one stands for. */
  abstract CertifiedSolution undone(AggregatedProgram small, CertifiedSolution found);
}
