package io.gavel.policies.lp.solver.interior;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.List;

/**
 * The best point and the best prices that an interior-point method has found so far; they may come
 * from different steps. Mutable.
 */
public final class Incumbent {

  /** The largest fraction of a floor that an acceptable point may miss. */
  private static final double FLOOR_MISS = 1e-9;

  /**
   * The same if there are coupling rows, whose terms may be far smaller than the coefficients
   * against which they are measured.
   */
  private static final double ROW_MISS = 1e-14;

  /**
   * The largest relative loss of objective and floors that removing the dust of the interior may
   * cause.
   */
  private static final double DUST = 1e-8;

  /**
   * The stopping rule. Immutable.
   *
   * @param target the relative gap at which to stop: far below the certified gap, far above
   *     rounding
   * @param good the relative gap at which to stop once several steps have not halved it, since
   *     rounding prevents progress
   * @param mostInVain the number of those steps
   */
  public record Stop(double target, double good, int mostInVain) {}

  /** The point and the prices of a method at some step. Arrays are not copied. */
  public static final class Claim {
    final double[] fractions;
    final double[] swept;
    final double[] free;
    final Prices prices;
    final double[] rowPrices;

    /**
     * Creates a claim.
     *
     * @param fractions the fractions, {@code [column]}
     * @param swept the same without dust, {@code [column]}
     * @param free the values of the free columns, {@code [free column]}
     * @param prices the prices of pools, time and throughput
     * @param rowPrices the prices of coupling rows, {@code [row]}
     */
    public Claim(
        double[] fractions, double[] swept, double[] free, Prices prices, double[] rowPrices) {
      this.fractions = fractions;
      this.swept = swept;
      this.free = free;
      this.prices = prices;
      this.rowPrices = rowPrices;
    }
  }

  private final AllocationProgram program;
  private final Stop stop;
  private final double mostMissed;
  private double[] fractions;
  private double[] swept;
  private double[] free;
  private double objective = Double.NEGATIVE_INFINITY;
  private double missed = Double.POSITIVE_INFINITY;
  private DualBound bound;
  private Prices prices;
  private double[] rowPrices;
  private double narrowest = Double.POSITIVE_INFINITY;
  private int inVain;

  public Incumbent(AllocationProgram program, Stop stop) {
    this.program = program;
    this.stop = stop;
    mostMissed = program.rows().count() == 0 ? FLOOR_MISS : ROW_MISS;
    fractions = new double[program.columnCount()];
    swept = fractions;
    free = new double[program.freeColumns().count()];
    rowPrices = new double[program.rows().count()];
    prices = Prices.zero(program.poolCount(), program.jobCount());
    bound = DualBound.proved(Double.POSITIVE_INFINITY, prices);
  }

  /** Whether no bound is proved yet. */
  public boolean isEmpty() {
    return bound.value() == Double.POSITIVE_INFINITY;
  }

  /** Takes a claim into account; true if the method can stop. */
  public boolean note(Claim claim) {
    DualBound proof = DualBound.of(program, claim.prices, claim.rowPrices);
    CertifiedSolution found =
        CertifiedSolution.of(program, List.of(), claim.fractions, claim.free, proof);
    boolean nearer = missed > mostMissed && found.missed() < missed;
    boolean better = found.missed() <= mostMissed && found.objective() > objective;
    if (nearer || better) { // any point that meets the floors is better than all that do not
      missed = found.missed();
      objective = found.objective();
      fractions = found.fractions();
      free = claim.free;
      swept = claim.swept;
    }
    if (proof.value() < bound.value()) {
      bound = proof;
      prices = claim.prices;
      rowPrices = claim.rowPrices;
    }
    double scale = Math.max(program.gapScale(bound.value()), program.freeColumns().leastScale());
    double open = (bound.value() - objective) / scale; // or infinite
    inVain = open <= narrowest / 2 ? 0 : inVain + 1;
    narrowest = Math.min(narrowest, open);
    return missed <= mostMissed
        && (open <= stop.target || (open <= stop.good && inVain >= stop.mostInVain));
  }

  /**
   * The best point and the best prices; without dust if that is as good. Coupling rows then hold as
   * well as with it.
   *
   * @param steps the number of steps taken
   */
  public SolverOutcome.Solved answer(int steps) {
    CertifiedSolution clean = CertifiedSolution.of(program, List.of(), swept, free, bound);
    boolean asGood =
        clean.objective() >= objective - DUST * program.gapScale(objective)
            && clean.missed()
                <= (program.rows().count() == 0 ? FLOOR_MISS + DUST : Math.max(mostMissed, missed));
    return new SolverOutcome.Solved(
        asGood ? clean.fractions() : fractions, free, prices, rowPrices, steps);
  }
}
