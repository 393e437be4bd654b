package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;

/**
 * Presolve and postsolve: merges equal lower and upper limits into equations, removes rows that
 * need all workers of pools or all time of jobs, turns caps of a job's time into bounds, scales the
 * numbers of a program near 1, aggregates identical jobs, and translates claims back. Exact in both
 * directions. Immutable.
 */
public final class Presolve {

  private final AllocationProgram program;
  private final OppositeRows oppositeRows;
  private final ForcingRows forcingRows;
  private final FullTimeRows fullTimeRows;
  private final TimeCaps timeCaps;
  private final Scaling scaling;
  private final IdenticalJobs identicalJobs;
  private final AllocationProgram reduced;

  private Presolve(AllocationProgram program, SolveLimits limits) {
    this.program = program;
    oppositeRows = OppositeRows.of(program);
    forcingRows = ForcingRows.of(oppositeRows.program());
    fullTimeRows = FullTimeRows.of(forcingRows.program());
    timeCaps = TimeCaps.of(fullTimeRows.program());
    scaling = Scaling.of(timeCaps.capped());
    limits.check();
    // After scaling, jobs that differed by a power of two are identical.
    identicalJobs = IdenticalJobs.of(scaling.scaled(), limits);
    reduced = identicalJobs.aggregated();
  }

  public static Presolve of(AllocationProgram program, SolveLimits limits) {
    return new Presolve(program, limits);
  }

  /** Returns the program to be solved. */
  public AllocationProgram reduced() {
    return reduced;
  }

  /** Translates a claim back to the original program and certifies it there. */
  public CertifiedSolution undone(SolverOutcome.Solved claim) {
    SolverOutcome.Solved unscaled = timeCaps.undone(scaling.undone(identicalJobs.undone(claim)));
    SolverOutcome.Solved ofAllRows = forcingRows.undo(fullTimeRows.undo(unscaled));
    return CertifiedSolution.of(program, oppositeRows.undo(ofAllRows));
  }
}
