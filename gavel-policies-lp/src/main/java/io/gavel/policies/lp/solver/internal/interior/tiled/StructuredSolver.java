package io.gavel.policies.lp.solver.internal.interior.tiled;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.Incumbent;
import io.gavel.policies.lp.solver.internal.interior.PredictorCorrector;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * The structured interior-point method. It solves programs without pairs, whose jobs are coupled
 * only by the pools and the level.
 *
 * <p>It is Mehrotra's primal-dual predictor–corrector method. A Newton step eliminates each job's
 * two rows separately and leaves one small system in the prices of the pools. It costs {@code O(n
 * K²)} for n jobs and K types, and the number of steps hardly depends on n. The method stops on the
 * certified gap, not on residuals, and returns the best point and the best prices found. They lie
 * in the relative interior of their optimal faces (strict complementarity): jobs with a positive
 * price of throughput are exactly the jobs that limit the objective.
 *
 * <p>Immutable.
 */
public final class StructuredSolver implements AllocationSolver {

  /** Twenty to forty are usual; levels above which few jobs rise may take half of these. */
  private static final int MOST_STEPS = 300;

  /** The least fraction of the mean product that a step aims at. */
  static final double LEAST_AIM = 1e-4;

  private final Incumbent.Stop stop;

  /** The relative residual of a row above which directions are refined. */
  private final double close;

  private final Tuning tuning;

  /** Creates a solver of the usual accuracy. */
  public StructuredSolver() {
    this(Tuning.STANDARD);
  }

  /** Creates a solver of the usual accuracy with other tuned numbers. */
  public StructuredSolver(Tuning tuning) {
    this(new Incumbent.Stop(1e-11, 1e-9, 4), 1e-12, tuning);
  }

  private StructuredSolver(Incumbent.Stop stop, double close, Tuning tuning) {
    this.stop = stop;
    this.close = close;
    this.tuning = tuning;
  }

  @Override
  public StructuredSolver precise() {
    return new StructuredSolver(new Incumbent.Stop(1e-13, 1e-11, 4), 1e-15, tuning);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (!Programs.isByJob(program)) {
      return new SolverOutcome.Declined(
          "structured: the program has pairs, or demands of jobs that cannot run");
    }
    try {
      TiledProgram tiled = TiledProgram.of(program, limits, tuning);
      TileEquations newton = new TileEquations(tiled, close);
      PredictorCorrector method =
          new PredictorCorrector(tiled, newton, LEAST_AIM, program.freeVariables().leastScale());
      return new Incumbent(program, stop)
          .solve(method, () -> tiled.claim(method.at(), method.withoutDust()), MOST_STEPS, limits);
    } catch (CancelledSolve cancelled) { // before the starting point
      return new SolverOutcome.Interrupted(Optional.empty());
    }
  }

  @Override
  public String toString() {
    return "structured interior point";
  }
}
