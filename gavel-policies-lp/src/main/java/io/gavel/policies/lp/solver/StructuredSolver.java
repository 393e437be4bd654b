package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.List;
import java.util.Optional;

/**
 * The structured interior-point method: for programs without pairs, whose jobs meet only in the
 * pools and the level.
 *
 * <p>Mehrotra's predictor–corrector method on the primal and dual program together. A Newton step
 * eliminates each job's two rows by themselves and leaves one small system in the prices of the
 * pools; it costs {@code O(n K²)} for n jobs and K types, and the number of steps hardly depends on
 * n. The method stops on the certified gap, not on residuals, and answers with the best point and
 * the best prices it has seen. They lie in the middle of their optimal faces: jobs with a positive
 * price of throughput are exactly those that hold the objective back.
 *
 * <p>Immutable.
 */
public final class StructuredSolver implements AllocationSolver {

  /** The gap at which to stop: far below what is certified, far above rounding. */
  private static final double TARGET_GAP = 1e-11;

  /** The gap at which to stop if some steps did not halve it. */
  private static final double GOOD_GAP = 1e-9;

  private static final int MOST_IN_VAIN = 4;

  private static final int MOST_STEPS = 100;

  /** The largest part of a floor that a point may miss and still count. */
  private static final double FLOOR_MISS = 1e-9;

  /**
   * The largest part of objective and floors that may be swept away with the dust of the interior.
   */
  private static final double DUST = 1e-8;

  /** The solver; it has no options. */
  public StructuredSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (!Blocks.fits(program)) {
      return new SolverOutcome.Stopped(
          "structured: the program has pairs, side rows, or demands of jobs that cannot run");
    }
    try {
      return solve(program, limits, new InteriorPoint(program, limits));
    } catch (CancelledSolve cancelled) { // before there is a point
      return new SolverOutcome.Expired(Optional.empty());
    }
  }

  private static SolverOutcome solve(
      AllocationProgram program, SolveLimits limits, InteriorPoint method) {
    double[] best = new double[program.columnCount()];
    double[] swept = best;
    Prices bestPrices = Prices.zero(program.poolCount(), program.jobCount());
    double bestObjective = Double.NEGATIVE_INFINITY;
    double leastMissed = Double.POSITIVE_INFINITY;
    DualBound bestBound = DualBound.proved(Double.POSITIVE_INFINITY, bestPrices);
    double narrowest = Double.POSITIVE_INFINITY;
    int inVain = 0;
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    int step = 0;
    for (; step < steps && !limits.isCancelled(); step++) {
      if (method.isFar() && step < steps - 1) {
        if (!method.step()) {
          break;
        }
        continue; // a certificate costs as much as a step, and would prove nothing yet
      }
      Prices prices = method.prices();
      DualBound proof = DualBound.of(program, prices);
      CertifiedPoint point = CertifiedPoint.of(program, List.of(), method.fractions(), proof);
      boolean nearer = leastMissed > FLOOR_MISS && point.missed() < leastMissed;
      boolean better = point.missed() <= FLOOR_MISS && point.objective() > bestObjective;
      if (nearer || better) { // any point that keeps the floors is better than all that do not
        leastMissed = point.missed();
        bestObjective = point.objective();
        best = point.fractions();
        swept = method.fractionsWithoutDust();
      }
      if (proof.value() < bestBound.value()) {
        bestBound = proof;
        bestPrices = prices;
      }
      double bound = bestBound.value();
      double open = (bound - bestObjective) / program.gapScale(bound); // or infinite
      inVain = open <= narrowest / 2 ? 0 : inVain + 1;
      narrowest = Math.min(narrowest, open);
      boolean done =
          leastMissed <= FLOOR_MISS
              && (open <= TARGET_GAP || (open <= GOOD_GAP && inVain == MOST_IN_VAIN));
      if (done || !method.step()) {
        break;
      }
    }
    if (bestBound.value() == Double.POSITIVE_INFINITY) { // it ended on the way
      best = method.fractions();
      swept = best;
      bestPrices = method.prices();
      bestBound = DualBound.of(program, bestPrices);
    }
    boolean expired =
        method.isCancelled()
            || (step < steps && limits.isCancelled())
            || (step == steps && steps < MOST_STEPS);
    CertifiedPoint clean = CertifiedPoint.of(program, List.of(), swept, bestBound);
    boolean asGood =
        clean.objective() >= bestObjective - DUST * program.gapScale(bestObjective)
            && clean.missed() <= FLOOR_MISS + DUST;
    SolverOutcome.Solved solved =
        new SolverOutcome.Solved(
            asGood ? clean.fractions() : best, bestPrices, new double[0], step);
    return expired ? new SolverOutcome.Expired(Optional.of(solved)) : solved;
  }

  @Override
  public String toString() {
    return "structured interior point";
  }
}
