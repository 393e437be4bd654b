package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a solve tells the flight recorder. While nobody records there is none, and nothing is
 * counted. Mutable, for one solve.
 */
final class SolveRecord {

  private final SolveEvent event = new SolveEvent();

  private SolveRecord(String policy, AllocationProgram program) {
    event.policy = policy;
    event.jobs = program.jobCount();
    event.classes = event.jobs;
    event.pools = program.poolCount();
    event.columns = program.columnCount();
  }

  /** Begins a record; none if nobody records. */
  static @Nullable SolveRecord begin(String policy, AllocationProgram program) {
    return isRecording() ? new SolveRecord(policy, program) : null;
  }

  /** Whether anybody records; false on a runtime that was linked without the recorder. */
  private static boolean isRecording() {
    try {
      return SolveEvent.isRecording();
    } catch (LinkageError without) {
      return false;
    }
  }

  /** Solves, and commits the event whatever comes of it. */
  CertifiedSolution follow(Supplier<CertifiedSolution> solve) {
    event.begin();
    try {
      CertifiedSolution point = solve.get();
      event.objective = point.objective();
      event.gap = point.relativeGap();
      event.outcome = point.isStopped() ? "stopped" : "certified";
      return point;
    } catch (RuntimeException refused) {
      event.outcome = refused.getClass().getSimpleName();
      throw refused;
    } finally {
      event.commit();
    }
  }

  /** How many different jobs there are for the solver. */
  void classes(int count) {
    event.classes = count;
  }

  /** A solver was asked. */
  void asked(String solver, int steps) {
    event.attempts++;
    event.solver = solver;
    event.steps = steps;
  }

  /** A solver was asked and answered. */
  void asked(AllocationSolver solver, SolverOutcome outcome) {
    int steps = 0;
    if (outcome instanceof SolverOutcome.Solved solved) {
      steps = solved.steps();
    } else if (outcome instanceof SolverOutcome.Interrupted expired) {
      steps = expired.best().map(SolverOutcome.Solved::steps).orElse(0);
    }
    asked(solver.toString(), steps);
  }
}
