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
   * @param stop on which gap
   * @param sound by how much a row may be off before directions are refined
   */
  private record Aim(Incumbent.Stop stop, double sound) {
    /** The method starts with rows that hold, so that whatever they are off by is rounding. */
    static final Aim USUAL = new Aim(new Incumbent.Stop(1e-11, 1e-9, 4), 1e-12);

    /** Rounding is fought from the first step. */
    static final Aim PRECISE = new Aim(new Incumbent.Stop(1e-13, 1e-11, 4), 0);
  }

  private static final int MOST_STEPS = 100;

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
    if (!ColumnsByJob.fits(program)) {
      return new SolverOutcome.Declined(
          "structured: the program has pairs, side rows, or demands of jobs that cannot run");
    }
    try {
      return solve(program, limits, new InteriorPoint(program, limits, aim.sound));
    } catch (CancelledSolve cancelled) { // before there is a point
      return new SolverOutcome.Interrupted(Optional.empty());
    }
  }

  private SolverOutcome solve(AllocationProgram program, SolveLimits limits, InteriorPoint method) {
    Incumbent best = new Incumbent(program, aim.stop);
    List<Incumbent.Claim> passed = new ArrayList<>();
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    int step = 0;
    for (; step < steps && !limits.isCancelled(); step++) {
      if (method.isFar() && step < steps - 1) { // a certificate costs as much as a step
        if (method.isNear()) {
          passed.add(claim(method)); // steps that spoil a point are rare
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
    if (best.isEmpty()) { // it ended on the way
      best.note(claim(method));
    }
    boolean expired =
        method.isCancelled()
            || (step < steps && limits.isCancelled())
            || (step == steps && steps < MOST_STEPS);
    SolverOutcome.Solved solved = best.answer(step);
    return expired ? new SolverOutcome.Interrupted(Optional.of(solved)) : solved;
  }

  private static Incumbent.Claim claim(InteriorPoint method) {
    return new Incumbent.Claim(
        method.fractions(), method.fractionsWithoutDust(), method.prices(), new double[0]);
  }

  @Override
  public String toString() {
    return "structured interior point";
  }
}
