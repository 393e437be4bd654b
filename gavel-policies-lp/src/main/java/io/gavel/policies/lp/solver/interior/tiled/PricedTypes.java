package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.interior.ColumnOffers;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Solves programs of many worker types on the few columns of each job that prices ask for.
 *
 * <p>The structured interior-point method begins with some columns of each job, chosen at guessed
 * prices. Whenever it is ten times closer to their optimum, one pass over all columns finds columns
 * with a positive reduced cost; each job gets a few, and the method continues from its point, with
 * prices of time raised so that no reduced cost is positive. An optimum needs about one column for
 * each job and one for each type, so a step costs what these few cost, and {@code K³ / 3}
 * operations for K types.
 *
 * <p>Other programs, and programs for which this fails, are solved with all columns. Immutable.
 */
public final class PricedTypes implements AllocationSolver {

  /** The columns for each job from which on rounds take less time than all columns at once. */
  private static final int LEAST_COLUMNS = 24;

  /** The columns that a job begins with. */
  private static final int AT_FIRST = 6;

  /** The columns that a job gets at a time. */
  private static final int AT_A_TIME = 3;

  /** The gap at which columns are priced first; prices near the start are even. */
  private static final double FIRST = 0.1;

  /** The fraction of the proved gap that the next round aims at. */
  private static final double PART = 0.1;

  /** The gap from which on the method goes on to the end on the columns that it has. */
  private static final double NEAR = 1e-7;

  /** The largest accepted reduced cost of other columns, as a fraction of that gap. */
  private static final double NOTHING = 1e-3;

  /** The rounds after which all columns are solved at once; seven are usual. */
  private static final int MOST_ROUNDS = 50;

  /** The steps after which all columns are solved at once; forty are usual. */
  private static final int MOST_STEPS = 200;

  private final StructuredSolver structured;
  private final int leastColumns;

  /**
   * Creates a solver.
   *
   * @param structured solves the programs of few columns, and all other programs
   */
  public PricedTypes(StructuredSolver structured) {
    this(structured, LEAST_COLUMNS);
  }

  PricedTypes(StructuredSolver structured, int leastColumns) {
    this.structured = structured;
    this.leastColumns = leastColumns;
  }

  @Override
  public AllocationSolver precise() {
    return new PricedTypes(structured.precise(), leastColumns);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    return onFew(program, limits).orElseGet(() -> structured.solve(program, limits));
  }

  /**
   * Returns the outcome on few columns; empty if it is not optimal for all, or the program is
   * another.
   */
  Optional<SolverOutcome> onFew(AllocationProgram program, SolveLimits limits) {
    if (program.columnCount() < (long) leastColumns * program.jobCount()
        || program.jobCount() == 0
        || !ColumnsByJob.fits(program)) {
      return Optional.empty();
    }
    try {
      return new Run(program, limits).outcome();
    } catch (CancelledSolve cancelled) {
      return Optional.of(new SolverOutcome.Interrupted(Optional.empty()));
    }
  }

  /** The columns kept, and the method on them. Mutable. */
  private final class Run {

    final AllocationProgram program;
    final SolveLimits limits;
    final ColumnOffers offers;
    final boolean[] kept;
    int[] keptColumns = {};

    Run(AllocationProgram program, SolveLimits limits) {
      this.program = program;
      this.limits = limits;
      kept = new boolean[program.columnCount()];
      offers = new ColumnOffers(program, kept);
      offers.guess(AT_FIRST);
    }

    Optional<SolverOutcome> outcome() {
      AllocationProgram onKept = renumbered();
      InteriorPoint method = new InteriorPoint(onKept, limits, structured.sound());
      double gap = FIRST;
      int steps = 0;
      for (int round = 0; round < MOST_ROUNDS; round++) {
        for (; !method.isWithin(gap); steps++) {
          boolean stopped = steps >= limits.maxSteps() || limits.isCancelled();
          boolean moves = !stopped && steps < MOST_STEPS && method.step();
          if (stopped || method.isCancelled()) {
            return Optional.of(
                new SolverOutcome.Interrupted(Optional.of(ofAll(method.solved(steps)))));
          }
          if (!moves) {
            return Optional.empty();
          }
        }
        double missing = missing(method);
        if (gap <= NEAR && missing <= NOTHING * gap) {
          int left = Math.max(1, limits.maxSteps() - steps);
          SolverOutcome last = structured.solve(onKept, limits.withMaxSteps(left), method);
          Optional<SolverOutcome> ended = ended(last);
          steps += last.claim().map(SolverOutcome.Solved::steps).orElse(0);
          missing = ended.isPresent() ? 0 : missing(method); // the last steps may ask for more
          if (!(missing > 0)) {
            return ended;
          }
        }
        int[] before = keptColumns;
        onKept = renumbered();
        method = method.continuedOn(onKept, numbers(before), offers.raise);
        gap = Math.min(gap, PART * (gap + missing));
      }
      return Optional.empty();
    }

    /**
     * Adds the columns with a positive reduced cost at a point; returns the largest error of its
     * bound, relative to its gap.
     */
    private double missing(InteriorPoint method) {
      return offers.find(method.prices(), AT_A_TIME) / method.scaleOfGap();
    }

    private AllocationProgram renumbered() {
      int[] numbers = new int[kept.length];
      int count = 0;
      for (int c = 0; c < kept.length; c++) {
        if (kept[c]) {
          numbers[count++] = c;
        }
      }
      keptColumns = Arrays.copyOf(numbers, count);
      return program.withColumns(kept);
    }

    /** Returns the previous numbers of the columns of the working set; −1 for new columns. */
    private int[] numbers(int[] before) {
      int[] numbers = new int[keptColumns.length];
      int next = 0;
      for (int i = 0; i < numbers.length; i++) {
        boolean known = next < before.length && before[next] == keptColumns[i];
        numbers[i] = known ? next++ : -1;
      }
      return numbers;
    }

    private Optional<SolverOutcome> ended(SolverOutcome outcome) {
      if (outcome instanceof SolverOutcome.Interrupted) {
        return Optional.of(new SolverOutcome.Interrupted(outcome.claim().map(this::ofAll)));
      }
      return outcome
          .claim()
          .map(this::ofAll)
          .filter(
              solved -> CertifiedSolution.of(program, solved).holdsWithin(CertifiedSolution.GOOD))
          .map(solved -> solved);
    }

    private SolverOutcome.Solved ofAll(SolverOutcome.Solved onKept) {
      double[] x = new double[kept.length]; // columns that were kept since have no fractions
      double[] fractions = onKept.fractions();
      for (int i = 0; i < fractions.length; i++) {
        x[keptColumns[i]] = fractions[i];
      }
      return new SolverOutcome.Solved(
          x, onKept.free(), onKept.prices(), onKept.rowPrices(), onKept.steps());
    }
  }

  @Override
  public String toString() {
    return structured.toString();
  }
}
