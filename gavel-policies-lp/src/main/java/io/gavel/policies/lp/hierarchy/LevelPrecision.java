package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.internal.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.SimplexSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.List;

/**
 * How precisely levels are found. Each level builds on earlier ones, and a rounding error of a
 * level that heavy jobs dominate is many times as large for light jobs; under constraints, rounding
 * decides which jobs can rise. Small and constrained problems are solved in extended precision.
 * Immutable.
 *
 * @param solver solves the programs of levels
 * @param rough solves programs whose prices only have to be nearly right
 * @param warm whether prices of earlier programs may lead to solutions as precise
 * @param accuracy of the search for a level, relative to the level
 * @param rounding of levels that count as equal, relative to the level
 * @param fixed whether jobs that have no choice of fractions leave the program: not with prices of
 *     all magnitudes
 * @param dust the part of a job's throughput that may be dropped where its price is clear: the
 *     residue of an interior-point method in an unused column
 */
record LevelPrecision(
    CertifiedSolver solver,
    CertifiedSolver rough,
    boolean warm,
    boolean fixed,
    double accuracy,
    double rounding,
    double dust) {

  /**
   * The ratio of price to slack from which a job counts as saturated and a column is closed. Both
   * are relative, the price to the mean and the slack to the demand or to all of the time; at an
   * optimum one of the two is 0, so the ratio is far from 1. A slack below the gap counts as the
   * gap. Then, by weak duality, a job could rise by at most one part in 10<sup>6</sup> of its
   * demand times the number of jobs, and a column by the same part of the time.
   */
  static final double CLEAR_CUT = 1e6;

  /**
   * Returns the precisions with which the levels of a problem are sought, in order: where one finds
   * no answer, the next may.
   *
   * @param program the program of its lowest level
   * @param solver as the user chose it
   */
  static List<LevelPrecision> of(AllocationProgram program, CertifiedSolver solver) {
    boolean small = SimplexSolver.isSmall(program);
    boolean plain = program.rows().count() == 0;
    boolean delicate = small || !plain;
    boolean listed = !program.hasPairsByType(); // else solved on classes, in one precision
    CertifiedSolver extended = solver.withExtendedPrecision();
    LevelPrecision usual =
        new LevelPrecision(
            solver.precise(), solver, true, plain, HighestLevel.DOUBLE_PRECISION, 1e-12, 1e-9);
    double finest = Math.max(1e-14, program.jobCount() * 0x1p-53); // sums are rounded
    return listed && delicate
        ? List.of(
            new LevelPrecision(extended, solver, false, !small, finest, 1e-14, 1e-12),
            new LevelPrecision(extended, solver, false, false, finest, 1e-14, 1e-15),
            usual)
        : List.of(usual);
  }

  /** Returns the part of its demand that a job may miss at any level. */
  double leastShortfall() {
    return Math.min(dust, rounding);
  }

  /** Returns the relative gap of the objective, at least rounding. */
  double gap(CertifiedSolution point) {
    double objective = point.objective();
    return Math.max(rounding, objective > 0 ? point.bound().value() / objective - 1 : 0);
  }

  /**
   * The programs of one search for a level, each solved from the prices of that before if all pools
   * have one: prices of 0 say nothing about the workers that jobs use. Mutable.
   */
  static final class Probes {

    /** The error from which on prices of another program are not worth an attempt. */
    private static final double CLOSE = 1e-2;

    /** The price of a pool relative to the largest one, up to which it is rounding. */
    private static final double PRICED = 1e-6;

    /** The least error of the prices of another program. */
    private static final double LEAST_OFF = 1e-6;

    private final LevelPrecision precision;

    private Prices near = Prices.zero(0, 0);

    /**
     * The part of the demands that the last program did not meet: the next one demands that less.
     */
    private double off = 1;

    /** Creates a search before its first program. */
    Probes(LevelPrecision precision) {
      this.precision = precision;
    }

    private static boolean allHavePrices(double[] pools) {
      double most = Arrays.stream(pools).max().orElse(0);
      return Arrays.stream(pools).allMatch(price -> price > PRICED * most);
    }

    CertifiedSolution solve(AllocationProgram probe) {
      CertifiedSolver solver = precision.solver;
      if (precision.warm && off < CLOSE && allHavePrices(near.pools())) {
        solver = solver.startingFrom(near, off);
      }
      CertifiedSolution found = solver.solveOrFeasible(probe);
      near = found.bound().prices();
      off = Math.max(LEAST_OFF, 1 - found.objective());
      return found;
    }
  }
}
