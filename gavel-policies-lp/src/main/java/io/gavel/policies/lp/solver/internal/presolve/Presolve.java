package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Presolve and postsolve: removes columns that rows hold at 0, merges equal lower and upper limits
 * into equations, removes rows that need all time of jobs, turns caps of a job's time into bounds,
 * scales the numbers of a program near 1, aggregates identical jobs, and translates claims back.
 * Exact in both directions. Immutable.
 */
public final class Presolve {

  private final AllocationProgram program;
  private final List<Reduction> reductions = new ArrayList<>();
  private AllocationProgram reduced;

  private Presolve(AllocationProgram program, SolveLimits limits) {
    this.program = program;
    reduced = program;
    if (program.rows().count() > 0) {
      add(new ZeroRows(reduced));
      add(new OppositeRows(reduced));
      add(new FullTimeRows(reduced));
      add(TimeCaps.of(reduced));
    }
    add(new Scaling(reduced));
    limits.check();
    // After scaling, jobs that differed by a power of two are identical.
    add(new IdenticalJobs(reduced, limits));
  }

  /** Writes a program in another way. Immutable. */
  interface Reduction {

    /** Returns the program in its new form; the same one if there is nothing to change. */
    AllocationProgram reduced();

    /** Translates a claim about a changed program back. */
    SolverOutcome.Solved undone(SolverOutcome.Solved claim);
  }

  public static Presolve of(AllocationProgram program, SolveLimits limits) {
    return new Presolve(program, limits);
  }

  private void add(Reduction reduction) {
    AllocationProgram next = reduction.reduced();
    if (next != reduced) {
      reductions.add(reduction);
      reduced = next;
    }
  }

  /** Returns the program to be solved. */
  public AllocationProgram reduced() {
    return reduced;
  }

  /** Translates a claim back to the original program and certifies it there. */
  public CertifiedSolution undone(SolverOutcome.Solved claim) {
    SolverOutcome.Solved undone = claim;
    for (int i = reductions.size() - 1; i >= 0; i--) {
      undone = reductions.get(i).undone(undone);
    }
    return CertifiedSolution.of(program, undone);
  }
}
