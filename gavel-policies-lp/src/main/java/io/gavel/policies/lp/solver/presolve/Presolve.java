package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;

/**
 * Presolve and postsolve: removes rows that need all workers of pools, turns caps of a job's time
 * into bounds, merges equivalent pools, scales the numbers of a program near 1, aggregates
 * identical jobs, and translates claims back. Exact in both directions. Immutable.
 */
public final class Presolve {

  private final AllocationProgram program;
  private final ForcingRows forcingRows;
  private final TimeCaps timeCaps;
  private final AlikePools alikePools;
  private final Scaling scaling;
  private final JobAggregation jobAggregation;

  private Presolve(AllocationProgram program, SolveLimits limits) {
    this.program = program;
    forcingRows = ForcingRows.of(program);
    timeCaps = TimeCaps.of(forcingRows.program());
    alikePools = AlikePools.of(timeCaps.capped());
    scaling = Scaling.of(alikePools.merged());
    limits.check();
    // After scaling, jobs that differed by a power of two are identical.
    jobAggregation = JobAggregation.of(scaling.scaled(), limits);
  }

  public static Presolve of(AllocationProgram program, SolveLimits limits) {
    return new Presolve(program, limits);
  }

  /** Returns the program to be solved. */
  public AllocationProgram reduced() {
    return jobAggregation.aggregated();
  }

  /** Translates a claim back to the original program and certifies it there. */
  public CertifiedSolution undone(SolverOutcome.Solved claim) {
    return CertifiedSolution.of(
        program,
        forcingRows.undo(
            timeCaps.undone(alikePools.undone(scaling.undone(jobAggregation.undone(claim))))));
  }
}
