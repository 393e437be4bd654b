package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.AllocationException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Optional;

/** Solves programs from the prices of similar ones, such as the same with a job less. */
public final class WarmStart {

  /** The assumed relative error of earlier prices, times the number of jobs. */
  private static final double FEW_JOBS = 10;

  /** The relative gap of precise solutions of few jobs. */
  private static final double PRECISE = 1e-12;

  /** The relative rounding of a sum, for each of its terms. */
  private static final double ROUNDING = 0x1p-53;

  private WarmStart() {}

  /**
   * Returns the tolerance of precise solutions. A point is feasible if the rounded sums of workers
   * are, and by what rounding adds to these, no solver comes closer to the optimum.
   */
  public static Tolerance precise(AllocationProgram program) {
    return new Tolerance(0, Math.max(PRECISE, program.jobCount() * ROUNDING));
  }

  /**
   * Solves a program that maximises a minimum or utilities from prices of pools and coupling rows.
   *
   * @param price prices of pools and then of coupling rows, {@code [resource]}: of a level in any
   *     unit, of utilities in the unit of their sum per unit of each; copied
   * @param off the assumed relative error of the prices; 0 for that of a job more or less
   * @param solver solves the small programs
   * @param tolerance at which attempts end
   * @return a solution that the caller must check; empty if the program is not supported or the
   *     prices do not help
   */
  public static Optional<CertifiedSolution> solve(
      AllocationProgram program,
      double[] price,
      double off,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    if (price.length != program.poolCount() + program.rows().count()
        || !ColumnsByJob.fitsRows(program)) {
      return Optional.empty();
    }
    try {
      double part = off > 0 ? off : FEW_JOBS / program.jobCount();
      return Uses.of(program)
          .flatMap(uses -> workingSet(program, uses, price.clone(), solver, tolerance, limits))
          .flatMap(jobs -> jobs.improve(part));
    } catch (AllocationException | CancelledSolve unsolved) {
      return Optional.empty();
    }
  }

  private static Optional<WorkingSet> workingSet(
      AllocationProgram program,
      Uses uses,
      double[] price,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    if (LevelWorkingSet.suits(program)) {
      return Optional.of(new LevelWorkingSet(program, uses, 0, price, solver, tolerance, limits));
    }
    if (UtilityWorkingSet.suits(program)) {
      return Optional.of(new UtilityWorkingSet(program, uses, price, solver, tolerance, limits));
    }
    return SumWorkingSet.suits(program)
        ? Optional.of(new SumWorkingSet(program, uses, price, solver, tolerance, limits))
        : Optional.empty();
  }
}
