package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.Optional;

/**
 * The dense interior-point method: for all programs, with pairs in general position, side rows and
 * concave utilities.
 *
 * <p>The same method as {@link StructuredSolver}, whose Newton system is reduced to the rows and
 * factored as a dense matrix. A step costs {@code O(rows³ / 3)} with {@code 2n + K} rows and one
 * pass over the columns, of which each touches five rows at most; so the number of pairs hardly
 * matters beside the number of jobs.
 *
 * <p>Immutable.
 */
public final class DenseSolver implements AllocationSolver {

  private static final double TARGET_GAP = 1e-11;

  private static final int MOST_STEPS = 100;

  /** The gap at which to stop if so many steps in a row did not halve it: rounding holds it up. */
  private static final double GOOD_GAP = 1e-7;

  private static final int MOST_IN_VAIN = 6;

  private static final double FLOOR_MISS = 1e-9;

  private static final double DUST = 1e-8;

  /** The most rows: their matrix takes 200 MB, and a step some 40 billion operations. */
  private static final int MOST_ROWS = 5_000;

  /** The solver; it has no options. */
  public DenseSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    ProgramRows rows = ProgramRows.of(program);
    if (rows.program().rows > MOST_ROWS) {
      return new SolverOutcome.Stopped(
          "%s: %d rows; at most %d fit".formatted(this, rows.program().rows, MOST_ROWS));
    }
    if (!rows.allDemandsCanRun()) {
      return new SolverOutcome.Stopped(
          "%s: the program has demands of jobs that cannot run".formatted(this));
    }
    RowInteriorPoint method = new RowInteriorPoint(rows.program());
    Best best = new Best(program);
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    int step = 0;
    for (; step < steps && !limits.isCancelled(); step++) {
      boolean far = method.isFar() && step < steps - 1; // a certificate would prove nothing yet
      if (!far && best.note(method, rows)) {
        break;
      }
      if (!method.step()) {
        break;
      }
    }
    boolean expired = step < steps ? limits.isCancelled() : steps < MOST_STEPS;
    return expired ? new SolverOutcome.Expired(best.soFar(step)) : best.answer(step);
  }

  /** The best point and the best prices seen, which need not come from the same step. */
  private static final class Best {
    private final AllocationProgram program;
    private double[] fractions;
    private double[] swept;
    private Prices prices;
    private double[] side;
    private double objective = Double.NEGATIVE_INFINITY;
    private double missed = Double.POSITIVE_INFINITY;
    private double bound = Double.POSITIVE_INFINITY;
    private double narrowest = Double.POSITIVE_INFINITY;
    private int inVain;

    Best(AllocationProgram program) {
      this.program = program;
      fractions = new double[program.columnCount()];
      swept = fractions;
      prices = Prices.zero(program.poolCount(), program.jobCount());
      side = new double[program.sideRows().count()];
    }

    /** Takes note of where the method is; true if the optimum is reached, or comes no nearer. */
    boolean note(RowInteriorPoint method, ProgramRows rows) {
      Prices claimed = rows.prices(method.prices());
      double[] claimedSide = rows.sidePrices(method.prices());
      CertifiedPoint point = CertifiedPoint.of(program, method.fractions(), claimed, claimedSide);
      boolean nearer = missed > FLOOR_MISS && point.missed() < missed;
      boolean better = point.missed() <= FLOOR_MISS && point.objective() > objective;
      if (nearer || better) { // any point that keeps the floors is better than all that do not
        missed = point.missed();
        objective = point.objective();
        fractions = point.fractions();
        swept = method.fractionsWithoutDust();
      }
      if (point.bound().value() < bound) {
        bound = point.bound().value();
        prices = claimed;
        side = claimedSide;
      }
      double open = bound - objective; // infinite until both are known
      double scale = program.gapScale(bound);
      inVain = open <= GOOD_GAP * scale && open > narrowest / 2 ? inVain + 1 : 0;
      narrowest = Math.min(narrowest, open);
      return missed <= FLOOR_MISS && (open <= TARGET_GAP * scale || inVain == MOST_IN_VAIN);
    }

    Optional<SolverOutcome.Solved> soFar(int steps) {
      return bound < Double.POSITIVE_INFINITY ? Optional.of(answer(steps)) : Optional.empty();
    }

    SolverOutcome.Solved answer(int steps) {
      CertifiedPoint clean = CertifiedPoint.of(program, swept, prices, side);
      boolean asGood =
          clean.objective() >= objective - DUST * program.gapScale(objective)
              && clean.missed() <= FLOOR_MISS + DUST;
      return new SolverOutcome.Solved(asGood ? clean.fractions() : fractions, prices, side, steps);
    }
  }

  @Override
  public String toString() {
    return "dense interior point";
  }
}
