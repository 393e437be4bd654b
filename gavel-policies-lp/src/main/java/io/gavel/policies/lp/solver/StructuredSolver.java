package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.ArrayList;
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

  /**
   * When to stop. Immutable.
   *
   * @param target the gap at which to stop: far below what is certified, far above rounding
   * @param good the gap at which to stop if some steps did not halve it
   * @param sound by how much a row may be off before directions are refined
   */
  private record Aim(double target, double good, double sound) {
    /** The method starts with rows that hold, so that whatever they are off by is rounding. */
    static final Aim USUAL = new Aim(1e-11, 1e-9, 1e-12);

    /** Rounding is fought from the first step. */
    static final Aim PRECISE = new Aim(1e-13, 1e-11, 0);
  }

  private static final int MOST_IN_VAIN = 4;

  private static final int MOST_STEPS = 100;

  /** The largest part of a floor that a point may miss and still count. */
  private static final double FLOOR_MISS = 1e-9;

  /**
   * The largest part of objective and floors that may be swept away with the dust of the interior.
   */
  private static final double DUST = 1e-8;

  private final Aim aim;

  /** The solver. */
  public StructuredSolver() {
    this(Aim.USUAL);
  }

  private StructuredSolver(Aim aim) {
    this.aim = aim;
  }

  @Override
  public StructuredSolver precise() {
    return new StructuredSolver(Aim.PRECISE);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (!Blocks.fits(program)) {
      return new SolverOutcome.Stopped(
          "structured: the program has pairs, side rows, or demands of jobs that cannot run");
    }
    try {
      return solve(program, limits, new InteriorPoint(program, limits, aim.sound));
    } catch (CancelledSolve cancelled) { // before there is a point
      return new SolverOutcome.Expired(Optional.empty());
    }
  }

  private SolverOutcome solve(AllocationProgram program, SolveLimits limits, InteriorPoint method) {
    Best best = new Best(program, aim);
    List<Claim> passed = new ArrayList<>();
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    int step = 0;
    for (; step < steps && !limits.isCancelled(); step++) {
      if (method.isFar() && step < steps - 1) { // a certificate costs as much as a step
        if (method.isNear()) {
          passed.add(Claim.of(method)); // steps that spoil a point are rare
        }
        if (!method.step()) {
          break;
        }
        continue;
      }
      boolean done = best.note(Claim.of(method));
      for (int i = passed.size() - 1; !done && i >= 0; i--) {
        done = best.note(passed.get(i));
      }
      passed.clear();
      if (done || !method.step()) {
        break;
      }
    }
    passed.forEach(best::note);
    if (best.isEmpty()) { // it ended on the way
      best.note(Claim.of(method));
    }
    boolean expired =
        method.isCancelled()
            || (step < steps && limits.isCancelled())
            || (step == steps && steps < MOST_STEPS);
    SolverOutcome.Solved solved = best.answer(step);
    return expired ? new SolverOutcome.Expired(Optional.of(solved)) : solved;
  }

  /** Where the method was: fractions, the same without dust, and prices. */
  private static final class Claim {
    final double[] fractions;
    final double[] swept;
    final Prices prices;

    private Claim(double[] fractions, double[] swept, Prices prices) {
      this.fractions = fractions;
      this.swept = swept;
      this.prices = prices;
    }

    static Claim of(InteriorPoint method) {
      return new Claim(method.fractions(), method.fractionsWithoutDust(), method.prices());
    }
  }

  /** The best point and the best prices seen, which need not come from the same step. */
  private static final class Best {
    private final AllocationProgram program;
    private final Aim aim;
    private double[] fractions;
    private double[] swept;
    private double objective = Double.NEGATIVE_INFINITY;
    private double missed = Double.POSITIVE_INFINITY;
    private DualBound bound;
    private Prices prices;
    private double narrowest = Double.POSITIVE_INFINITY;
    private int inVain;

    Best(AllocationProgram program, Aim aim) {
      this.program = program;
      this.aim = aim;
      fractions = new double[program.columnCount()];
      swept = fractions;
      prices = Prices.zero(program.poolCount(), program.jobCount());
      bound = DualBound.proved(Double.POSITIVE_INFINITY, prices);
    }

    boolean isEmpty() {
      return bound.value() == Double.POSITIVE_INFINITY;
    }

    /** Takes note of where the method was; true if that is as good as the optimum. */
    boolean note(Claim claim) {
      DualBound proof = DualBound.of(program, claim.prices);
      CertifiedPoint point = CertifiedPoint.of(program, List.of(), claim.fractions, proof);
      boolean nearer = missed > FLOOR_MISS && point.missed() < missed;
      boolean better = point.missed() <= FLOOR_MISS && point.objective() > objective;
      if (nearer || better) { // any point that keeps the floors is better than all that do not
        missed = point.missed();
        objective = point.objective();
        fractions = point.fractions();
        swept = claim.swept;
      }
      if (proof.value() < bound.value()) {
        bound = proof;
        prices = claim.prices;
      }
      double open = (bound.value() - objective) / program.gapScale(bound.value()); // or infinite
      inVain = open <= narrowest / 2 ? 0 : inVain + 1;
      narrowest = Math.min(narrowest, open);
      return missed <= FLOOR_MISS
          && (open <= aim.target || (open <= aim.good && inVain >= MOST_IN_VAIN));
    }

    SolverOutcome.Solved answer(int steps) {
      CertifiedPoint clean = CertifiedPoint.of(program, List.of(), swept, bound);
      boolean asGood =
          clean.objective() >= objective - DUST * program.gapScale(objective)
              && clean.missed() <= FLOOR_MISS + DUST;
      return new SolverOutcome.Solved(
          asGood ? clean.fractions() : fractions, prices, new double[0], steps);
    }
  }

  @Override
  public String toString() {
    return "structured interior point";
  }
}
