package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.Incumbent;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The structured interior-point method. It solves programs without pairs, whose jobs are coupled
 * only by the pools and the level.
 *
 * <p>It is Mehrotra's primal-dual predictor–corrector method. A Newton step eliminates each job's
 * two rows separately and leaves one small system in the prices of the pools. It costs {@code O(n
 * K²)} for n jobs and K types, and the number of steps hardly depends on n. The method stops on the
 * certified gap, not on residuals, and returns the best point and the best prices found. They lie
 * in the relative interior of their optimal faces (strict complementarity): jobs with a positive
 * price of throughput are exactly the jobs that limit the objective.
 *
 * <p>Immutable.
 */
public final class StructuredSolver implements AllocationSolver {

  /**
   * The accuracy aimed at. Immutable.
   *
   * @param stop the rule for stopping
   * @param sound the relative residual of a row above which directions are refined
   */
  private record Aim(Incumbent.Stop stop, double sound) {
    /** Rows hold at the starting point, so residuals up to this size are rounding. */
    static final Aim USUAL = new Aim(new Incumbent.Stop(1e-11, 1e-9, 4), 1e-12);

    /** Directions are refined from the first step. */
    static final Aim PRECISE = new Aim(new Incumbent.Stop(1e-13, 1e-11, 4), 0);
  }

  /** Twenty to forty are usual; levels above which few jobs rise may take half of these. */
  private static final int MOST_STEPS = 300;

  private final Aim aim;

  /** Creates a solver of the usual accuracy. */
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
    if (!ColumnsByJob.fitsCoupled(program)) {
      return new SolverOutcome.Declined(
          "structured: the program has pairs, or demands of jobs that cannot run");
    }
    try {
      return solve(program, limits, new InteriorPoint(program, limits, aim.sound));
    } catch (CancelledSolve cancelled) { // before the starting point
      return new SolverOutcome.Interrupted(Optional.empty());
    }
  }

  /** Returns the relative residual of a row above which directions are refined. */
  double sound() {
    return aim.sound;
  }

  /** Solves a program by a method that may have taken steps already. */
  SolverOutcome solve(AllocationProgram program, SolveLimits limits, InteriorPoint method) {
    Incumbent best = new Incumbent(program, aim.stop);
    List<Incumbent.Claim> passed = new ArrayList<>();
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    int step = 0;
    for (; step < steps && !limits.isCancelled(); step++) {
      if (method.isFar() && step < steps - 1) { // a certificate costs as much as a step
        if (method.isNear()) {
          passed.add(claim(method)); // steps that worsen a point are rare
        }
        if (!method.step()) {
          break;
        }
        continue;
      }
      boolean done = best.note(claim(method));
      for (int i = passed.size() - 1; !done && i >= 0; i--) {
        done = best.note(passed.get(i));
      }
      passed.clear();
      if (done || !method.step()) {
        break;
      }
    }
    passed.forEach(best::note);
    if (best.isEmpty()) { // the method ended before any certificate
      best.note(claim(method));
    }
    boolean interrupted =
        method.isCancelled()
            || (step < steps && limits.isCancelled())
            || (step == steps && steps < MOST_STEPS);
    SolverOutcome.Solved solved = best.answer(step);
    return interrupted ? new SolverOutcome.Interrupted(Optional.of(solved)) : solved;
  }

  private static Incumbent.Claim claim(InteriorPoint method) {
    return new Incumbent.Claim(
        method.fractions(),
        method.fractionsWithoutDust(),
        method.free(),
        method.prices(),
        method.rowPrices());
  }

  @Override
  public String toString() {
    return "structured interior point";
  }
}
