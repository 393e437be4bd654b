package io.gavel.policies.lp.internal;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;

/** Programs in which jobs keep throughputs that they are known to have at once. */
public final class FloorSolver {

  private static final Tolerance CLOSE = new Tolerance(0, 1e-9);

  private static final int SMALL = 300;

  /** By how much floors are lower at first. */
  private static final double SLACK = 3e-13;

  /**
   * The same with pairs by type, where classes of jobs have floors together: with less, one program
   * in a hundred of some hundred jobs that fill their cluster leads nowhere; with this, none of a
   * thousand.
   */
  private static final double SLACK_BY_TYPE = 3e-9;

  private FloorSolver() {}

  /**
   * Solves under floors that some point reaches.
   *
   * <p>In floating point the floors must be a little lower. Three parts in 10<sup>13</sup> do but
   * for programs that are so degenerate, or whose rates span so many orders of magnitude, that
   * solvers cannot tell the floors from infeasible ones; these get a hundred times as much, and
   * again, up to three parts in 10<sup>7</sup>. With pairs by type it is three parts in
   * 10<sup>9</sup> at first.
   *
   * @param reached throughputs of a feasible point, {@code [job]}
   */
  public static CertifiedSolution solve(
      CertifiedSolver solver, AllocationProgram program, double[] reached) {
    double slack = program.hasPairsByType() ? SLACK_BY_TYPE : SLACK;
    while (true) {
      try {
        return solver.solve(program.withFloor(lowered(reached, slack)));
      } catch (SolveFailedException | InfeasibleProblemException tooTight) {
        slack *= 100;
        if (slack > 4e-7) {
          throw tooTight;
        }
      }
    }
  }

  /** The same, in small programs far closer than is certified if that is possible. */
  public static CertifiedSolution solveCloselyIfSmall(
      CertifiedSolver solver, AllocationProgram program, double[] reached) {
    if (isSmall(program)) {
      try {
        return solve(solver.within(CLOSE), program, reached);
      } catch (SolveFailedException | InfeasibleProblemException tooMuchAsked) {
        return solve(solver, program, reached);
      }
    }
    return solve(solver, program, reached);
  }

  /** How close to the optimum answers are to be: closer than is certified in small programs. */
  public static Tolerance toleranceFor(AllocationProgram program) {
    return isSmall(program) ? CLOSE : Tolerance.CERTIFIED;
  }

  /** Solvers that are exact but slow do not take long there. None of them knows pairs by type. */
  private static boolean isSmall(AllocationProgram program) {
    return program.jobCount() <= SMALL && !program.hasPairsByType();
  }

  private static double[] lowered(double[] reached, double slack) {
    return Arrays.stream(reached).map(r -> r * (1 - slack)).toArray();
  }
}
