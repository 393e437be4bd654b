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

  /** The fraction of the proved gap that the next round aims at. */
  private static final double PART = 0.1;

  /** The gap, as a part of the program's own objective, from which on every step is priced. */
  private static final double NEAR = 1e-7;

  /** The largest accepted reduced cost of other pairs, as a fraction of the gap. */
  private static final double NOTHING = 1e-3;

  /** The part of the gap that other pairs must be worth for rows of further columns. */
  private static final double FEW = 0.1;

  /** The least part that the program's own objective is taken to have beside that of the floors. */
  private static final double LEAST_PART = 1e-4;

  /** The gap with which a solution is not improved by further columns. */
  private static final Tolerance ENOUGH = new Tolerance(0, 1e-9);

  /** The most rounds of an attempt; ten are usual. */
  private static final int MOST_ROUNDS = 100;

  /** The most steps of an attempt; sixty are usual. */
  private static final int MOST_STEPS = 300;

  private final AllocationProgram program;
  private final SolveLimits limits;
  private final KeptColumns kept;
  private final double worth;

  /** The program on the kept columns, its rows and the method on these. */
  private AllocationProgram few;

  private ProgramRows rows;
  private RowInteriorPoint method;

  /** The gap on the present working set. */
  private Incumbent found;

  /** The best claim that is certified on all columns. */
  private Optional<ProvedClaim> best = Optional.empty();

  /** The most steps, with those of earlier attempts. */
  private final int mostSteps;

  private int steps;

  private record ProvedClaim(SolverOutcome.Solved claim, CertifiedSolution solution) {}

  /**
   * Begins an attempt.
   *
   * @param program without coupling rows and free variables, and with floors only if it is a sum
   * @param kept the columns to begin with
   * @param worth what all floors are worth together, in units of the sum; 1 without floors
   * @param steps those of earlier attempts, which count for the limits
   */
  PricedRounds(
      AllocationProgram program, KeptColumns kept, double worth, SolveLimits limits, int steps) {
    this.program = program;
    this.kept = kept;
    this.worth = worth;
    this.limits = limits;
    this.steps = steps;
    mostSteps = steps + MOST_STEPS;
    begin();
    method = new RowInteriorPoint(rows.program());
  }

  /** Begins with the columns that are kept now; returns the number that each had before. */
  private int[] begin() {
    few = kept.program();
    rows = program.hasFloor() ? ProgramRows.meetingFloors(few, worth) : ProgramRows.of(few);
    found = new Incumbent(few, DenseSolver.STOP);
    return kept.renumber();
  }

  /** Returns the steps taken, with those of earlier attempts. */
  int steps() {
    return steps;
  }

  /**
   * Solves the program.
   *
   * @return infeasible if floors cost more than they are worth; empty if the method fails
   */
  Optional<SolverOutcome> solve() {
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
      double missing = offers.missing() / worth / method.scale();
      double open = method.gap() / method.scale();
      double near = NEAR * part();
      if (missing > Math.max(NOTHING * near, FEW * open)) {
        if (gap <= near && isEnough()) {
          return ended();
        }
        offers.takeBest(kept);
        int[] earlier = begin();
        method = method.continuedOn(rows.program(), earlier, offers.raise(worth));
        gap = PART * (open + missing);
      } else if (gap > near) {
        gap = Math.max(near, PART * open);
      } else if (program.hasFloor() && 1 - method.level() > gap) {
        String reason = "pairs that prices ask for: only %s of the floors is met";
        return Optional.of(new SolverOutcome.Infeasible(reason.formatted(method.level())));
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

  /** Returns the part that the program's own objective has beside that of the floors. */
  private double part() {
    double own = Math.abs(method.scale() - method.level()) / method.scale();
    return program.hasFloor() ? Math.min(1, Math.max(LEAST_PART, own)) : 1;
  }

  private boolean isStopped() {
    return steps == limits.maxSteps() || limits.isCancelled();
  }

  private boolean step() {
    return steps++ < mostSteps && method.step();
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
    if (better && solution.holdsWithin(Tolerance.CERTIFIED)) {
      best = Optional.of(new ProvedClaim(claim, solution));
    }
  }

  /** Returns the best claim that is certified, if only just. */
  Optional<SolverOutcome> certified() {
    return best.map(ProvedClaim::claim);
  }

  private boolean isEnough() {
    prove();
    return best.filter(proved -> proved.solution.holdsWithin(ENOUGH)).isPresent();
  }

  private Optional<SolverOutcome> ended() {
    prove();
    return best.filter(proved -> proved.solution.holdsWithin(CertifiedSolution.GOOD))
        .map(ProvedClaim::claim);
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
