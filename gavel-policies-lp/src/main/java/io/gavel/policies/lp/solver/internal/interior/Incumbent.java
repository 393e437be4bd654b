package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The best point and the best prices that an interior-point method has found so far; they may come
 * from different steps. Mutable.
 */
public final class Incumbent {

  /** The largest fraction of a floor that an acceptable point may miss. */
  private static final double FLOOR_MISS = 1e-9;

  /**
   * The same of a coupling row, whose terms may be far smaller than the coefficients against which
   * they are measured, over the square root of their number, with which rounding grows.
   */
  private static final double ROW_MISS = 1e-14;

  /**
   * The least worth of a coupling row's price, as a fraction of the row's scale. Rounding may make
   * a row impossible that can only just be met; then prices grow without end, prove any bound, and
   * prove nothing on the way back.
   */
  private static final double ROW_DOUBT = 4e-12;

  /**
   * The largest relative loss of objective and floors that removing the dust of the interior may
   * cause.
   */
  private static final double DUST = 1e-8;

  /** The multiple of a good gap at which to stop if no step lowers it by a tenth. */
  private static final double NOT_QUITE = 10;

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

  /**
   * The point and the prices of a method at some step. Arrays are not copied.
   *
   * @param fractions the fractions, {@code [column]}
   * @param swept the same without dust, {@code [column]}
   * @param free the values of the free variables, {@code [free variable]}
   * @param prices the prices of pools, time and throughput
   * @param rowPrices the prices of coupling rows, {@code [row]}
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  public record Claim(
      double[] fractions, double[] swept, double[] free, Prices prices, double[] rowPrices) {

    /**
     * The same as an outcome.
     *
     * @param steps the number of steps taken
     */
    public SolverOutcome.Solved solved(int steps) {
      return new SolverOutcome.Solved(fractions, free, prices, rowPrices, steps);
    }
  }

  private final AllocationProgram program;
  private final Stop stop;

  /** The most that each row may miss, {@code [row]}. */
  private final double[] rowMiss;

  private double[] fractions;
  private double[] swept;
  private double[] free;
  private double objective = Double.NEGATIVE_INFINITY;
  private double leastMissed = Double.POSITIVE_INFINITY;

  /** The violations of floors and rows, relative to their tolerances. */
  private double missed = Double.POSITIVE_INFINITY;

  private DualBound bound;
  private double boundDoubt;
  private Prices prices;
  private double[] rowPrices;
  private double narrowest = Double.POSITIVE_INFINITY;
  private int inVain;
  private int unchanged;

  public Incumbent(AllocationProgram program, Stop stop) {
    this.program = program;
    this.stop = stop;
    rowMiss = new double[program.rows().count()];
    Arrays.setAll(rowMiss, i -> ROW_MISS * Math.sqrt(Math.max(1, program.rows().row(i).size())));
    fractions = new double[program.columnCount()];
    swept = fractions;
    free = new double[program.freeVariables().count()];
    rowPrices = new double[program.rows().count()];
    prices = Prices.zero(program.poolCount(), program.jobCount());
    bound = DualBound.proved(Double.POSITIVE_INFINITY, prices);
  }

  /** Returns whether no bound is proved yet. */
  public boolean isEmpty() {
    return bound.value() == Double.POSITIVE_INFINITY;
  }

  /** Takes a claim into account; true if the method can stop. */
  public boolean note(Claim claim) {
    DualBound proof = DualBound.of(program, claim.prices, claim.rowPrices);
    CertifiedSolution found =
        CertifiedSolution.of(program, List.of(), claim.fractions, claim.free, proof);
    double off = missed(found);
    boolean closer = missed > 1 && off < 0.9 * missed;
    boolean nearer = missed > 1 && off < missed;
    boolean better = off <= 1 && found.objective() > objective;
    if (nearer || better) { // any point that meets the floors is better than all that do not
      missed = off;
      leastMissed = found.missed();
      objective = found.objective();
      fractions = found.fractions();
      free = found.free();
      swept = claim.swept;
    }
    double doubt = doubt(claim.rowPrices);
    if (proof.value() + doubt < bound.value() + boundDoubt) {
      bound = proof;
      boundDoubt = doubt;
      prices = claim.prices;
      rowPrices = claim.rowPrices;
    }
    double scale = Math.max(program.gapScale(bound.value()), program.freeVariables().leastScale());
    double open = (bound.value() - objective) / scale; // or infinite
    inVain = open <= narrowest / 2 ? 0 : inVain + 1;
    unchanged = closer || open <= 0.9 * narrowest ? 0 : unchanged + 1;
    narrowest = Math.min(narrowest, open);
    return (missed <= 1 && (open <= stop.target || isStalled(open))) || isHopeless(open);
  }

  /** By how much a bound may be too low because rows are rounded. */
  private double doubt(double[] ofRows) {
    double doubt = 0;
    for (int i = 0; i < ofRows.length; i++) {
      doubt += ROW_DOUBT * Math.abs(ofRows[i]) * program.rows().row(i).scale();
    }
    return doubt;
  }

  /**
   * Returns whether rounding prevents progress; a gap that is not quite good must hardly change.
   */
  private boolean isStalled(double open) {
    double enough = Math.min(NOT_QUITE * stop.good, CertifiedSolution.GOOD.relative());
    return (open <= stop.good && inVain >= stop.mostInVain)
        || (open <= enough && unchanged >= stop.mostInVain);
  }

  /**
   * Returns whether many steps have changed next to nothing at a point that may be certified as it
   * is.
   */
  private boolean isHopeless(double open) {
    return open <= Tolerance.CERTIFIED.relative()
        && unchanged >= 2 * stop.mostInVain
        && leastMissed <= FLOOR_MISS;
  }

  /**
   * Takes steps of a method until the rule for stopping holds, and returns its answer.
   *
   * @param claim returns the claim of the method at its point
   * @param most the number of steps that a method needs only if it does not converge
   */
  public SolverOutcome solve(
      PredictorCorrector method, Supplier<Claim> claim, int most, SolveLimits limits) {
    List<Claim> passed = new ArrayList<>();
    int steps = Math.min(most, limits.maxSteps());
    int step = 0;
    for (; step < steps && !limits.isCancelled(); step++) {
      boolean isFar =
          method.isFar() && step < steps - 1; // a certificate may cost as much as a step
      if (isFar && method.isNear()) {
        passed.add(claim.get()); // steps that worsen a point are rare
      } else if (!isFar && note(claim.get())) {
        passed.clear();
        break;
      }
      if (!method.step()) {
        break;
      }
    }
    passed.forEach(this::note);
    if (isEmpty() && step > 0) { // the method ended before any certificate
      note(claim.get());
    }
    boolean interrupted =
        method.isCancelled() || (step < steps ? limits.isCancelled() : steps < most);
    SolverOutcome.Solved solved = answer(step);
    return interrupted
        ? new SolverOutcome.Interrupted(isEmpty() ? Optional.empty() : Optional.of(solved))
        : solved;
  }

  private double missed(CertifiedSolution point) {
    double most = point.missed() / FLOOR_MISS; // too small for rows
    double[] x = rowMiss.length == 0 ? fractions : point.fractions();
    double[] y = point.free();
    for (int i = 0; i < rowMiss.length; i++) {
      most = Math.max(most, program.rows().violation(i, x, y) / rowMiss[i]);
    }
    return most;
  }

  /**
   * Returns the best point and the best prices; without dust if that is as good. Coupling rows then
   * hold as well as with it.
   *
   * @param steps the number of steps taken
   */
  public SolverOutcome.Solved answer(int steps) {
    CertifiedSolution clean = CertifiedSolution.of(program, List.of(), swept, free, bound);
    boolean asGood =
        clean.objective() >= objective - DUST * program.gapScale(objective)
            && missed(clean) <= (rowMiss.length == 0 ? 1 + DUST / FLOOR_MISS : Math.max(1, missed));
    return new SolverOutcome.Solved(
        asGood ? clean.fractions() : fractions, free, prices, rowPrices, steps);
  }
}
