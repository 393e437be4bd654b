package io.gavel.policies.lp.solver;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.exact.ExactProgram;
import io.gavel.policies.lp.solver.exact.ExactVertex;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Solves linear programs exactly: the optimum is a fraction, and that no point is better is a
 * theorem without a gap. {@link CertifiedSolver#exact} creates it.
 *
 * <p>A certified solution tells which lines are tight and which columns are used. With these as
 * equations, point and prices are solved in fractions: first the few unknowns of each job (or of
 * the jobs that pairs connect), then those of pools, rows and level. Then every other line of the
 * program and of its dual is checked. If the guess was wrong, tighter solutions follow.
 *
 * <p>For levels and sums with listed pairs, constraints and free columns. The length of the
 * fractions grows with the number of different rates, by some 40 bits for each job whose rates of
 * 16 digits are unrelated to others: 10<sup>5</sup> jobs of some hundred kinds take seconds, 10,000
 * unrelated jobs half a minute. No optimum is found if numbers have more than two million bits.
 * Immutable and thread-safe.
 */
public final class ExactSolver {

  /** The parts below which slacks and reduced costs count as 0, one attempt after the other. */
  private static final List<Double> ZEROS = List.of(1e-7, 1e-9, 1e-5, 1e-11, 1e-13, 1e-15);

  /** Far more than the ratios that rise to the highest one. */
  private static final int MOST_RATIOS = 100;

  private static final Tolerance TIGHT = new Tolerance(0, 1e-10);

  private final CertifiedSolver solver;

  ExactSolver(CertifiedSolver solver) {
    this.solver = solver;
  }

  /**
   * The exact optimum of a program.
   *
   * @param program a level or a linear sum without pairs by job type
   * @return point, prices and their common value
   * @throws IllegalArgumentException if the program is of another kind
   * @throws SolveFailedException if no exact optimum was found; the message says so
   */
  public ExactOptimum solve(AllocationProgram program) {
    return solve(program, ExactProgram.of(requireLinear(program)));
  }

  /**
   * The exact optimum of a program with floors that need not be doubles, such as what an exact
   * optimum gives.
   *
   * @param program a level or a linear sum without pairs by job type, with floors near these
   * @param floor the least throughput of each job in steps per second, {@code [job]}
   * @return as {@link #solve(AllocationProgram)}
   */
  public ExactOptimum solveAbove(AllocationProgram program, Rational[] floor) {
    return solve(program, ExactProgram.of(requireLinear(program)).withFloors(floor));
  }

  /**
   * The exact optimum of what a certificate states: of a level, a sum, a ratio, or a finish time
   * without a past. It is that of the doubles in the statement; where these were rounded, such as
   * the third of a rate, so is the statement. Only pairs that the allocation lists take part: of a
   * problem with pairs by job type, an allocation lists those in use, so ask for one of {@link
   * io.gavel.policies.AllocationProblem#withAllPairs()}.
   *
   * @param allocation any allocation whose certificate has such a statement
   * @return the optimum in the unit of the certificate's objective; for finish times, point and
   *     prices are those of the level that is their inverse
   * @throws IllegalArgumentException if there is no such statement
   * @throws SolveFailedException if no exact optimum was found; the message says so
   */
  public ExactOptimum solve(Allocation allocation) {
    StatedProgram stated =
        StatedProgram.of(requireNonNull(allocation, "allocation"), Rational.ZERO);
    ExactOptimum best = solve(stated.program(), stated.exact());
    return stated.goal() instanceof Goal.Ratio ratio
        ? highest(allocation, ratio, best)
        : best.withValue(stated.value(best.value()));
  }

  /**
   * The highest ratio: that of the point with the most gain beyond the ratio before, until there is
   * none (Dinkelbach 1967).
   *
   * @param most the point with the largest gain
   */
  private ExactOptimum highest(Allocation allocation, Goal.Ratio ratio, ExactOptimum most) {
    ExactOptimum best = most;
    Rational reached = Rational.ZERO;
    for (int i = 0; best.value().signum() > 0; i++) {
      if (i == MOST_RATIOS) {
        throw new SolveFailedException(
            "no exact optimum of a ratio was found within %s programs".formatted(MOST_RATIOS));
      }
      reached = StatedProgram.of(allocation, reached).ratio(best, ratio);
      StatedProgram stated = StatedProgram.of(allocation, reached);
      best = solve(stated.program(), stated.exact());
    }
    return best.withValue(reached);
  }

  private static AllocationProgram requireLinear(AllocationProgram program) {
    if (program.hasUtility() || program.hasPairsByType()) {
      throw new IllegalArgumentException(
          "the program has %s; exact optima are for levels and linear sums"
              .formatted(program.hasUtility() ? "utilities" : "pairs by job type"));
    }
    return program;
  }

  private ExactOptimum solve(AllocationProgram program, ExactProgram exact) {
    List<Supplier<CertifiedSolution>> starts =
        List.of(
            () -> solver.withVertices().solve(program),
            () -> solver.within(TIGHT).solve(program),
            () -> solver.withExtendedPrecision().withVertices().solve(program));
    SolveFailedException failed = null;
    for (Supplier<CertifiedSolution> next : starts) {
      CertifiedSolution start;
      try {
        start = next.get();
      } catch (SolveFailedException tooTight) {
        failed = tooTight;
        continue;
      }
      for (double zero : ZEROS) {
        Optional<ExactVertex> vertex = ExactVertex.of(exact, start, zero);
        if (vertex.isPresent()) {
          return new ExactOptimum(vertex.get(), program.columnCount(), vertex.get().value());
        }
      }
    }
    throw new SolveFailedException(
        "no exact optimum of %s jobs × %s pools was found: %s"
            .formatted(
                program.jobCount(),
                program.poolCount(),
                failed == null
                    ? "no guess of the tight lines holds, or its fractions are too long"
                    : failed.getMessage()));
  }
}
