package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.interior.ColumnOffers;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;
import java.util.stream.IntStream;

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

  /** The steps on the first columns, and how many more as columns get better. */
  private static final int FIRST_STEPS = 6;

  private static final int MORE_STEPS = 2;

  /** The steps on columns that no other column improves. */
  private static final int MOST_STEPS = 200;

  /** The part of the gap that the columns kept may leave before further steps are taken on them. */
  private static final double PART = 0.3;

  /** The proved gap at which the columns are enough. */
  private static final double ENOUGH = 1e-10;

  /** The rounds after which all columns are solved at once; seven are usual. */
  private static final int MOST_ROUNDS = 50;

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
      int steps = 0;
      int allowed = FIRST_STEPS;
      for (int round = 0; round < MOST_ROUNDS; round++) {
        AllocationProgram onKept = renumbered();
        int left = Math.min(allowed, limits.maxSteps() - steps);
        Optional<SolverOutcome.Solved> claim =
            structured.solve(onKept, limits.withMaxSteps(left)).claim();
        if (claim.isEmpty()) {
          return limits.isCancelled()
              ? Optional.of(new SolverOutcome.Interrupted(claim))
              : Optional.empty();
        }
        steps += claim.get().steps();
        SolverOutcome.Solved onAll = ofAll(claim.get(), steps);
        double gap = CertifiedSolution.of(program, onAll).relativeGap();
        if (gap <= ENOUGH) {
          return Optional.of(onAll);
        }
        if (limits.isCancelled() || steps >= limits.maxSteps()) {
          return Optional.of(new SolverOutcome.Interrupted(Optional.of(onAll)));
        }
        double onFew = CertifiedSolution.of(onKept, claim.get()).relativeGap();
        allowed += onFew > PART * gap ? MORE_STEPS : 0;
        if (!(offers.find(claim.get().prices(), AT_A_TIME) > 0)) {
          if (allowed >= MOST_STEPS) {
            return gap <= CertifiedSolution.GOOD.relative() ? Optional.of(onAll) : Optional.empty();
          }
          allowed = MOST_STEPS;
        }
      }
      return Optional.empty();
    }

    private AllocationProgram renumbered() {
      keptColumns = IntStream.range(0, kept.length).filter(c -> kept[c]).toArray();
      return program.withColumns(kept);
    }

    private SolverOutcome.Solved ofAll(SolverOutcome.Solved onKept, int steps) {
      double[] x = new double[kept.length]; // columns that were kept since have no fractions
      double[] fractions = onKept.fractions();
      for (int i = 0; i < fractions.length; i++) {
        x[keptColumns[i]] = fractions[i];
      }
      return new SolverOutcome.Solved(x, onKept.free(), onKept.prices(), onKept.rowPrices(), steps);
    }
  }

  @Override
  public String toString() {
    return structured.toString();
  }
}
