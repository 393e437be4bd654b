package io.gavel.policies.lp.solver.pairs;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Solves programs with many pairs in general position on the few columns that prices ask for.
 *
 * <p>An interior-point method begins with the columns of single jobs. Whenever it is ten times
 * closer to their optimum, one pass over all pairs finds pairs with a positive reduced cost; each
 * job gets a few, and the method continues from its point, with prices of time raised so that no
 * reduced cost is positive. An optimum needs at most {@code 2n + K} columns, and the rows of so few
 * are a sparse matrix.
 *
 * <p>Few columns may not meet floors. So the part of the floors that is met is a level of at most 1
 * beside the sum; if it is worth more than it costs, it is 1 at the optimum.
 *
 * <p>Other programs, and programs for which this fails, are left to the dense method on all
 * columns, unless they have so many rows that it would take minutes. Immutable.
 */
public final class PricedPairs implements AllocationSolver {

  /** The least number of jobs for which rounds take less time than all columns at once. */
  private static final int LEAST_JOBS = 100;

  /** The least number of columns for a job: with fewer, most would be asked for. */
  private static final int LEAST_COLUMNS = 16;

  /**
   * What floors are worth more the second time, if they cost more than what time alone lets the sum
   * reach.
   */
  private static final double DEARER = 1e4;

  /** The attempts after which all columns are solved at once. */
  private static final int MOST_ATTEMPTS = 4;

  /**
   * The most rows with which the dense method is asked if the attempts fail: it takes half a minute
   * on its own. With more, an answer that is certified but not good is taken, or none is given.
   */
  private static final int MOST_ROWS = 1_500;

  /** The most jobs, whose rows are few enough to look for a sparse order. */
  private static final int MOST_JOBS = 8_000;

  private final DenseSolver dense;
  private final int leastJobs;
  private final int leastColumns;
  private final int mostRows;

  /**
   * Creates a solver.
   *
   * @param dense solves the programs of all columns, and the last steps on the few
   */
  public PricedPairs(DenseSolver dense) {
    this(dense, LEAST_JOBS, LEAST_COLUMNS, MOST_ROWS);
  }

  PricedPairs(DenseSolver dense, int leastJobs, int leastColumns) {
    this(dense, leastJobs, leastColumns, MOST_ROWS);
  }

  PricedPairs(DenseSolver dense, int leastJobs, int leastColumns, int mostRows) {
    this.mostRows = mostRows;
    this.dense = dense;
    this.leastJobs = leastJobs;
    this.leastColumns = leastColumns;
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    List<SolverOutcome> certified = new ArrayList<>();
    return onFew(program, limits, certified)
        .orElseGet(
            () ->
                isBeyond(program, mostRows) && suits(program)
                    ? certified.stream().findFirst().orElse(declined(program))
                    : dense.solve(program, limits));
  }

  private SolverOutcome declined(AllocationProgram program) {
    return new SolverOutcome.Declined(
        "pairs that prices ask for: no certified answer; %s rows, at most %s for all pairs at once"
            .formatted(rows(program), mostRows));
  }

  /**
   * Returns whether a program has so many pairs and rows that solving it on all columns takes
   * longer than anybody waits.
   */
  public static boolean isBeyond(AllocationProgram program) {
    return isBeyond(program, MOST_ROWS);
  }

  private static boolean isBeyond(AllocationProgram program, int most) {
    return program.columnCount() >= LEAST_COLUMNS * program.jobCount() && rows(program) > most;
  }

  private static int rows(AllocationProgram program) {
    int rows = program.jobCount() + program.poolCount();
    for (int m = 0; m < program.jobCount(); m++) {
      rows += program.isIndifferentTo(m) ? 0 : 1;
    }
    return rows;
  }

  /** Floors beside a level or utilities would be a second level. */
  private boolean suits(AllocationProgram program) {
    int n = program.jobCount();
    return n >= leastJobs
        && n <= MOST_JOBS
        && program.columnCount() >= leastColumns * n
        && program.columnCount() > 0
        && program.second(program.columnCount() - 1) != ProgramColumns.NONE
        && !(program.hasFloor() && (program.hasLevel() || program.hasUtility()))
        && program.isPlain();
  }

  /**
   * Returns the outcome on few columns; empty if it is not optimal for all, or the program is
   * another.
   */
  Optional<SolverOutcome> onFew(AllocationProgram program, SolveLimits limits) {
    return onFew(program, limits, new ArrayList<>());
  }

  /**
   * The same.
   *
   * @param certified receives outcomes that are certified, but not good
   */
  private Optional<SolverOutcome> onFew(
      AllocationProgram program, SolveLimits limits, List<SolverOutcome> certified) {
    if (!suits(program)) {
      return Optional.empty();
    }
    KeptColumns kept = new KeptColumns(program);
    double least = program.hasFloor() ? mostGain(program) : 1;
    if (least == 0 || !ProgramRows.of(kept.program()).allDemandsCanRun()) {
      return Optional.empty(); // gains of 0 are no scale for what floors are worth
    }
    double worth = least;
    int steps = 0;
    for (int i = 0; i < MOST_ATTEMPTS; i++) { // where one fails, anew on the columns it has found
      PricedRounds rounds = new PricedRounds(program, kept, worth, limits, steps);
      Optional<SolverOutcome> outcome = rounds.solve();
      boolean tooCheap = outcome.orElse(null) instanceof SolverOutcome.Infeasible;
      if (outcome.isPresent() && (!tooCheap || worth > least)) {
        return outcome;
      }
      rounds.certified().ifPresent(certified::add);
      worth *= tooCheap ? DEARER : 1;
      steps = rounds.steps();
    }
    return Optional.empty();
  }

  /** What time alone lets the sum reach at most. */
  private static double mostGain(AllocationProgram program) {
    double[] most = new double[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      double gain = Math.abs(program.gain(c));
      int first = program.first(c);
      int second = Math.max(first, program.second(c)); // the first, if there is no second
      most[first] = Math.max(most[first], gain);
      most[second] = Math.max(most[second], gain);
    }
    return Arrays.stream(most).sum();
  }

  @Override
  public String toString() {
    return dense.toString();
  }
}
