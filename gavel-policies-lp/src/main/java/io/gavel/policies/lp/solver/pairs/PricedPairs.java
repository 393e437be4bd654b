package io.gavel.policies.lp.solver.pairs;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * Solves programs with many pairs in general position on the few columns that prices ask for.
 *
 * <p>An interior-point method begins with the columns of single jobs. Whenever it is ten times
 * closer to their optimum, one pass over all pairs finds those that are worth more than they pay at
 * its prices; each job gets a few, and the method goes on from where it is, with prices of time
 * raised so that no pair is worth more. An optimum needs at most {@code 2n + K} columns, and the
 * rows of so few are a sparse matrix.
 *
 * <p>Programs of other kinds, and those for which this fails, are left to the dense method on all
 * columns. Immutable.
 */
public final class PricedPairs implements AllocationSolver {

  /** The least number of jobs for which rounds take less time than all columns at once. */
  private static final int LEAST_JOBS = 100;

  /** The least number of columns for a job: with fewer, most would be asked for. */
  private static final int LEAST_COLUMNS = 16;

  /** The gap at which pairs are priced first; prices near the start are even. */
  private static final double FIRST = 0.1;

  /** The part of what is proved that the next round aims at. */
  private static final double PART = 0.1;

  /** The gap from which on the method goes on to the end on the columns that it has. */
  private static final double NEAR = 1e-7;

  /** The most that other pairs may be worth beyond what they pay then, as a part of that gap. */
  private static final double NOTHING = 1e-3;

  /** The rounds after which all columns are solved at once; seven are usual. */
  private static final int MOST_ROUNDS = 50;

  /** The steps after which all columns are solved at once; forty are usual. */
  private static final int MOST_STEPS = 300;

  /** The most jobs, whose rows are few enough to look for a sparse order. */
  private static final int MOST_JOBS = 8_000;

  private final DenseSolver dense;
  private final int leastJobs;
  private final int leastColumns;

  /**
   * A solver.
   *
   * @param dense solves the programs of all columns, and the last steps on the few
   */
  public PricedPairs(DenseSolver dense) {
    this(dense, LEAST_JOBS, LEAST_COLUMNS);
  }

  PricedPairs(DenseSolver dense, int leastJobs, int leastColumns) {
    this.dense = dense;
    this.leastJobs = leastJobs;
    this.leastColumns = leastColumns;
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    return onFew(program, limits).orElseGet(() -> dense.solve(program, limits));
  }

  /** Floors and rows may need pairs, so that the columns of single jobs have no point at all. */
  private boolean suits(AllocationProgram program) {
    int n = program.jobCount();
    return n >= leastJobs
        && n <= MOST_JOBS
        && program.columnCount() >= leastColumns * n
        && program.columnCount() > 0
        && program.second(program.columnCount() - 1) != ProgramColumns.NONE
        && !program.hasFloor()
        && program.isPlain();
  }

  /** The outcome on few columns; empty if it is not optimal for all, or the program is another. */
  Optional<SolverOutcome> onFew(AllocationProgram program, SolveLimits limits) {
    if (!suits(program)) {
      return Optional.empty();
    }
    KeptColumns kept = new KeptColumns(program);
    kept.renumber();
    ProgramRows rows = ProgramRows.of(kept.program());
    if (!rows.allDemandsCanRun()) {
      return Optional.empty();
    }
    RowInteriorPoint method = new RowInteriorPoint(rows.program());
    double gap = FIRST;
    int steps = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (; !method.isWithin(gap); steps++) {
        if (steps == limits.maxSteps() || limits.isCancelled()) {
          SolverOutcome.Solved reached =
              new SolverOutcome.Solved(
                  method.fractions(),
                  new double[0],
                  rows.prices(method.prices()),
                  new double[0],
                  steps);
          return Optional.of(interrupted(kept, reached));
        }
        if (steps == MOST_STEPS || !method.step()) {
          return Optional.empty();
        }
      }
      PairOffers offers = new PairOffers(program, rows.prices(method.prices()), kept);
      double missing = offers.missing() / method.scale();
      if (gap <= NEAR && missing <= NOTHING * gap) {
        int left = Math.max(1, limits.maxSteps() - steps);
        return ended(
            program, kept, dense.solve(kept.program(), rows, method, limits.withMaxSteps(left)));
      }
      offers.takeBest(kept);
      rows = ProgramRows.of(kept.program());
      method = method.continuedOn(rows.program(), kept.renumber(), offers.raise);
      gap = Math.min(gap, PART * (gap + missing));
    }
    return Optional.empty();
  }

  private static Optional<SolverOutcome> ended(
      AllocationProgram program, KeptColumns kept, SolverOutcome outcome) {
    if (outcome instanceof SolverOutcome.Interrupted && outcome.claim().isPresent()) {
      return Optional.of(interrupted(kept, outcome.claim().get()));
    }
    return outcome
        .claim()
        .map(claim -> ofAll(kept, claim))
        .filter(solved -> CertifiedSolution.of(program, solved).holdsWithin(CertifiedSolution.GOOD))
        .map(solved -> solved);
  }

  private static SolverOutcome interrupted(KeptColumns kept, SolverOutcome.Solved onFew) {
    return new SolverOutcome.Interrupted(Optional.of(ofAll(kept, onFew)));
  }

  private static SolverOutcome.Solved ofAll(KeptColumns kept, SolverOutcome.Solved onFew) {
    return new SolverOutcome.Solved(
        kept.expanded(onFew.fractions()),
        onFew.free(),
        onFew.prices(),
        onFew.rowPrices(),
        onFew.steps());
  }

  @Override
  public String toString() {
    return dense.toString();
  }
}
