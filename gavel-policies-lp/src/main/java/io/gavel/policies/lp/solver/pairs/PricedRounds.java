package io.gavel.policies.lp.solver.pairs;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.Incumbent;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;
import java.util.function.Function;

/**
 * Rounds of steps on the kept columns, and of pricing all of them. Mutable.
 *
 * <p>Near the optimum every step is priced. Its point and prices count as they are proved on the
 * kept columns, since no other column is worth more than it pays. Floors with next to no interior
 * leave prices much room, in which the last steps may move to where other columns are worth more.
 */
final class PricedRounds {

  /** The gap at which pairs are priced first; prices near the start are even. */
  private static final double FIRST = 0.1;

  /** The part of what is proved that the next round aims at. */
  private static final double PART = 0.1;

  /** The gap, as a part of the program's own objective, from which on every step is priced. */
  private static final double NEAR = 1e-7;

  /** The most that other pairs may be worth beyond what they pay, as a part of the gap. */
  private static final double NOTHING = 1e-3;

  /** The part of the gap that other pairs must be worth for rows of further columns. */
  private static final double FEW = 0.1;

  /** The least part that the program's own objective is taken to have beside that of the floors. */
  private static final double LEAST_PART = 1e-4;

  /** The gap with which a solution is not improved by further columns. */
  private static final Tolerance ENOUGH = new Tolerance(0, 1e-9);

  /** The rounds after which all columns are solved at once; seven are usual. */
  private static final int MOST_ROUNDS = 100;

  /** The steps after which all columns are solved at once; forty are usual. */
  private static final int MOST_STEPS = 300;

  private final AllocationProgram program;
  private final SolveLimits limits;
  private final KeptColumns kept;

  /** The program on the kept columns, its rows and the method on these. */
  private AllocationProgram few;

  private ProgramRows rows;
  private RowInteriorPoint method;

  /** What is proved on the columns that are kept now. */
  private Incumbent found;

  /** The best claim that is proved to be good on all columns. */
  private Optional<Proved> best = Optional.empty();

  /** The steps taken, with those for other worths of the floors. */
  private int steps;

  private record Proved(SolverOutcome.Solved claim, CertifiedSolution solution) {}

  /** Keeps the columns of single jobs of a program without coupling rows and free columns. */
  PricedRounds(AllocationProgram program, SolveLimits limits) {
    this.program = program;
    this.limits = limits;
    kept = new KeptColumns(program);
    begin(ProgramRows::of);
    method = new RowInteriorPoint(rows.program());
  }

  private int[] begin(Function<AllocationProgram, ProgramRows> rowsOf) {
    few = kept.program();
    rows = rowsOf.apply(few);
    found = new Incumbent(few, DenseSolver.STOP);
    return kept.renumber();
  }

  /**
   * Solves the program, beginning with the columns that are kept.
   *
   * @param rowsOf the rows of the program on some of its columns
   * @param unit what one unit of their objective is worth
   * @return infeasible if floors cost more than they are worth; empty if the method fails
   */
  Optional<SolverOutcome> solve(Function<AllocationProgram, ProgramRows> rowsOf, double unit) {
    begin(rowsOf);
    method = new RowInteriorPoint(rows.program());
    if (!rows.allDemandsCanRun()) {
      return Optional.empty();
    }
    double gap = FIRST;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      while (!method.isWithin(gap)) {
        if (isStopped()) {
          return stopped();
        }
        if (!step()) {
          return ended();
        }
      }
      PairOffers offers = new PairOffers(program, rows.prices(method.prices()), kept);
      double missing = offers.missing() / unit / method.scale();
      double open = method.gap() / method.scale();
      double near = NEAR * part();
      if (missing > Math.max(NOTHING * near, FEW * open)) {
        if (gap <= near && isEnough()) {
          return ended();
        }
        offers.takeBest(kept);
        int[] earlier = begin(rowsOf);
        method = method.continuedOn(rows.program(), earlier, offers.raise(unit));
        gap = PART * (open + missing);
      } else if (gap > near) {
        gap = Math.max(near, PART * open);
      } else if (program.hasFloor() && 1 - method.level() > gap) {
        return Optional.of(new SolverOutcome.Infeasible("floors are worth too little"));
      } else if (found.note(rows.claim(method))) {
        return ended();
      } else if (isStopped()) {
        return stopped();
      } else if (!step()) {
        return ended();
      }
    }
    return ended();
  }

  /** The part that the program's own objective has beside that of the floors. */
  private double part() {
    double own = Math.abs(method.scale() - method.level()) / method.scale();
    return program.hasFloor() ? Math.min(1, Math.max(LEAST_PART, own)) : 1;
  }

  private boolean isStopped() {
    return steps == limits.maxSteps() || limits.isCancelled();
  }

  private boolean step() {
    return steps++ < MOST_STEPS && method.step();
  }

  /** Proves on all columns the best point and prices that were found on the kept ones. */
  private void prove() {
    if (found.isEmpty()) { // the method ended before it was near
      found.note(rows.claim(method));
    }
    SolverOutcome.Solved onFew = found.answer(steps);
    SolverOutcome.Solved claim =
        new SolverOutcome.Solved(
            kept.expanded(onFew.fractions()), new double[0], onFew.prices(), new double[0], steps);
    CertifiedSolution solution = CertifiedSolution.of(program, claim);
    boolean better = best.isEmpty() || solution.open() < best.get().solution.open();
    if (better && solution.holdsWithin(CertifiedSolution.GOOD)) {
      best = Optional.of(new Proved(claim, solution));
    }
  }

  private boolean isEnough() {
    prove();
    return best.filter(proved -> proved.solution.holdsWithin(ENOUGH)).isPresent();
  }

  private Optional<SolverOutcome> ended() {
    prove();
    return best.map(Proved::claim);
  }

  private Optional<SolverOutcome> stopped() {
    SolverOutcome.Solved reached =
        new SolverOutcome.Solved(
            kept.expanded(method.fractions()),
            new double[0],
            rows.prices(method.prices()),
            new double[0],
            steps);
    return Optional.of(new SolverOutcome.Interrupted(Optional.of(reached)));
  }
}
