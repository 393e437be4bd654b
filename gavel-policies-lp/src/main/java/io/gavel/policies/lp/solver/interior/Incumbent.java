package io.gavel.policies.lp.solver.interior;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.List;

/**
 * The best point and the best prices that an interior-point method has seen, which need not come
 * from the same step. Mutable.
 */
public final class Incumbent {

  /** The largest part of a floor that a point may miss and still count. */
  private static final double FLOOR_MISS = 1e-9;

  /**
   * The largest part of objective and floors that may be swept away with the dust of the interior.
   */
  private static final double DUST = 1e-8;

  /**
   * When to stop. Immutable.
   *
   * @param target the gap at which to stop: far below what is certified, far above rounding
   * @param good the gap at which to stop if some steps did not halve it: rounding holds it up
   * @param mostInVain how many steps
   */
  public record Stop(double target, double good, int mostInVain) {}

  /** Where a method was. Arrays are not copied. */
  public static final class Claim {
    final double[] fractions;
    final double[] swept;
    final Prices prices;
    final double[] side;

    /**
     * A claim.
     *
     * @param fractions {@code [column]}
     * @param swept the same without dust
     * @param side prices of side rows
     */
    public Claim(double[] fractions, double[] swept, Prices prices, double[] side) {
      this.fractions = fractions;
      this.swept = swept;
      this.prices = prices;
      this.side = side;
    }
  }

  private final AllocationProgram program;
  private final Stop stop;
  private double[] fractions;
  private double[] swept;
  private double objective = Double.NEGATIVE_INFINITY;
  private double missed = Double.POSITIVE_INFINITY;
  private DualBound bound;
  private Prices prices;
  private double[] side;
  private double narrowest = Double.POSITIVE_INFINITY;
  private int inVain;

  public Incumbent(AllocationProgram program, Stop stop) {
    this.program = program;
    this.stop = stop;
    fractions = new double[program.columnCount()];
    swept = fractions;
    side = new double[program.sideRows().count()];
    prices = Prices.zero(program.poolCount(), program.jobCount());
    bound = DualBound.proved(Double.POSITIVE_INFINITY, prices);
  }

  /** Whether nothing is proved yet. */
  public boolean isEmpty() {
    return bound.value() == Double.POSITIVE_INFINITY;
  }

  /** Takes note of where the method was; true if that is as good as the optimum. */
  public boolean note(Claim claim) {
    DualBound proof = DualBound.of(program, claim.prices, claim.side);
    CertifiedSolution point = CertifiedSolution.of(program, List.of(), claim.fractions, proof);
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
      side = claim.side;
    }
    double open = (bound.value() - objective) / program.gapScale(bound.value()); // or infinite
    inVain = open <= narrowest / 2 ? 0 : inVain + 1;
    narrowest = Math.min(narrowest, open);
    return missed <= FLOOR_MISS
        && (open <= stop.target || (open <= stop.good && inVain >= stop.mostInVain));
  }

  /** The best of both, without dust if that is as good. */
  public SolverOutcome.Solved answer(int steps) {
    CertifiedSolution clean = CertifiedSolution.of(program, List.of(), swept, bound);
    boolean asGood =
        clean.objective() >= objective - DUST * program.gapScale(objective)
            && clean.missed() <= FLOOR_MISS + DUST;
    return new SolverOutcome.Solved(asGood ? clean.fractions() : fractions, prices, side, steps);
  }
}
