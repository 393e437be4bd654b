package io.gavel.policies.lp.solver.internal.columns;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * Column generation for programs without pairs that have many columns of each job, because of many
 * worker types or configurations.
 *
 * <p>The restricted master begins with a few columns of each job, chosen at guessed prices. Its
 * solver starts from scratch in each round and may take twice as many steps as in the round before,
 * because accurate prices of the wrong columns are useless. Then one pass over all columns adds the
 * columns with the largest positive reduced costs. An optimum needs about one column for each job
 * and one for each pool.
 *
 * <p>Other programs, and programs for which this fails, such as those whose rows few columns cannot
 * keep, are solved with all columns. Immutable.
 *
 * @param master solves the restricted masters, and all other programs
 * @param tuning the constants of column generation
 */
public record Rounds(AllocationSolver master, Tuning tuning) implements AllocationSolver {

  /** The gap over all columns at which no further column matters. */
  private static final double ENOUGH = 1e-11;

  /** The steps after which all columns are solved at once; fifty are usual. */
  private static final int MOST_STEPS = 400;

  @Override
  public AllocationSolver precise() {
    return new Rounds(master.precise(), tuning);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    return onFew(program, limits).orElseGet(() -> master.solve(program, limits));
  }

  /**
   * Returns the outcome on few columns; empty if it is not optimal for all, or the program does not
   * suit.
   */
  Optional<SolverOutcome> onFew(AllocationProgram program, SolveLimits limits) {
    if (program.jobCount() == 0
        || program.columnCount() < (long) tuning.manyColumns() * program.jobCount()
        || !Programs.isByJob(program)) {
      return Optional.empty();
    }
    Offers offers = new Offers(program, tuning);
    offers.guess();
    int steps = 0;
    for (int most = tuning.steps(); steps < MOST_STEPS; most *= 2) {
      SolveLimits ofRound = limits.withMaxSteps(Math.min(most, limits.maxSteps() - steps));
      SolverOutcome outcome = master.solve(offers.master(), ofRound);
      if (outcome.claim().isEmpty()) {
        return Optional.of(outcome).filter(SolverOutcome.Interrupted.class::isInstance);
      }
      SolverOutcome.Solved claim = offers.expanded(outcome.claim().get(), steps);
      steps = claim.steps();
      CertifiedSolution point = CertifiedSolution.of(program, claim);
      offers.price(claim.prices(), claim.rowPrices());
      boolean solved = outcome instanceof SolverOutcome.Solved;
      if (solved && (offers.isEmpty() || point.relativeGap() <= ENOUGH)) {
        return Optional.<SolverOutcome>of(claim)
            .filter(found -> point.holdsWithin(CertifiedSolution.GOOD));
      }
      if (steps >= limits.maxSteps() || limits.isCancelled()) {
        return Optional.of(new SolverOutcome.Interrupted(Optional.of(claim)));
      }
      offers.add();
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return master.toString();
  }
}
