package io.gavel.policies.lp.internal;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.function.Function;

/** Solves programs under floors: throughputs that a known feasible point reaches. */
public final class FloorSolver {

  private static final int SMALL = 300;

  /** The same of columns: all pairs of a hundred jobs on three types have fewer. */
  private static final int SMALL_COLUMNS = 20_000;

  /** The relative amount by which floors are lowered in the first attempt. */
  private static final double SLACK = 3e-13;

  /**
   * The same with pairs by type, where all jobs of a class share one floor. With a smaller value,
   * the solver fails on one in a hundred programs with a few hundred jobs that fill their cluster;
   * with this value, on none in a thousand.
   */
  private static final double SLACK_BY_TYPE = 3e-9;

  private FloorSolver() {}

  /**
   * Solves under floors that a feasible point reaches.
   *
   * <p>In floating point the floors must be lowered a little. Three parts in 10<sup>13</sup>
   * suffice for most programs. Some programs are so degenerate, or have rates of such different
   * magnitude, that solvers cannot distinguish the floors from infeasible ones; for these the slack
   * is multiplied by a hundred, repeatedly, up to three parts in 10<sup>7</sup>. With pairs by type
   * the first slack is three parts in 10<sup>9</sup>.
   *
   * @param solver solves a program
   * @param reached throughputs of a feasible point, {@code [job]}
   */
  public static CertifiedSolution solve(
      Function<AllocationProgram, CertifiedSolution> solver,
      AllocationProgram program,
      double[] reached) {
    double slack = program.hasPairsByType() ? SLACK_BY_TYPE : SLACK;
    while (true) {
      try {
        return solver.apply(program.withFloor(lowered(reached, slack)));
      } catch (SolveFailedException | InfeasibleProblemException tooTight) {
        slack *= 100;
        if (slack > 4e-7) {
          throw tooTight;
        }
      }
    }
  }

  /**
   * Returns the same, but small programs are solved far more tightly than the certified tolerance
   * if possible.
   */
  public static CertifiedSolution solveCloselyIfSmall(
      CertifiedSolver solver, AllocationProgram program, double[] reached) {
    if (isSmall(program)) {
      try {
        return solve(solver.precise().within(CertifiedSolution.GOOD)::solve, program, reached);
      } catch (SolveFailedException | InfeasibleProblemException tooTight) {
        return solve(solver::solve, program, reached);
      }
    }
    return solve(solver::solve, program, reached);
  }

  /**
   * Returns the tolerance of solutions: tighter than the certified tolerance for small programs.
   */
  public static Tolerance toleranceFor(AllocationProgram program) {
    return isSmall(program) ? CertifiedSolution.GOOD : Tolerance.CERTIFIED;
  }

  /**
   * Returns whether exact but slow solvers are fast enough. None of them supports pairs by type.
   */
  static boolean isSmall(AllocationProgram program) {
    return program.jobCount() <= SMALL
        && program.columnCount() <= SMALL_COLUMNS
        && !program.hasPairsByType();
  }

  /**
   * Returns the same after an earlier optimum that the floors keep.
   *
   * @param earlier the point that reaches the floors, with the proof that it is optimal
   */
  public static CertifiedSolution solveAfter(
      CertifiedSolution earlier,
      CertifiedSolver solver,
      AllocationProgram program,
      double[] reached) {
    if (isSmall(program) || program.hasPairsByType()) {
      return solveCloselyIfSmall(solver, program, reached);
    }
    return EarlierOptimum.of(
            earlier.program(), earlier.bound(), earlier.fractions(), earlier.free())
        .improved(solver, program.withFloor(lowered(reached, SLACK)))
        .orElseGet(() -> solve(solver::solve, program, reached));
  }

  private static double[] lowered(double[] reached, double slack) {
    return Arrays.stream(reached).map(r -> r * (1 - slack)).toArray();
  }
}
