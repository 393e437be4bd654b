package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Collects the data of one solve for the flight recorder. It exists only while recording is
 * enabled; otherwise nothing is counted. Mutable.
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

  /** Begins a record; null if recording is not enabled. */
  static @Nullable SolveRecord begin(String policy, AllocationProgram program) {
    return isRecording() ? new SolveRecord(policy, program) : null;
  }

  /**
   * Returns whether recording is enabled; false on a runtime that was linked without the recorder.
   * The class of events is left alone before the first recording: it would start the recorder,
   * which takes a third of a first allocation.
   */
  private static boolean isRecording() {
    try {
      return FlightRecorder.isInitialized() && SolveEvent.isRecording();
    } catch (LinkageError without) {
      return false;
    }
  }

  /** Solves, and commits the event in any case. */
  CertifiedSolution follow(Supplier<CertifiedSolution> solve) {
    event.begin();
    try {
      CertifiedSolution solution = solve.get();
      event.objective = solution.objective();
      event.gap = solution.relativeGap();
      event.outcome = solution.isStopped() ? "stopped" : "certified";
      return solution;
    } catch (RuntimeException refused) {
      event.outcome = refused.getClass().getSimpleName();
      throw refused;
    } finally {
      event.commit();
    }
  }

  /** Sets the number of jobs after identical ones were aggregated. */
  void classes(int count) {
    event.classes = count;
  }

  /** Counts a call of a solver. */
  void called(String solver, int steps) {
    event.attempts++;
    event.solver = solver;
    event.steps = steps;
  }

  /** Counts a call of a solver, with the steps of its outcome. */
  void called(AllocationSolver solver, SolverOutcome outcome) {
    int steps = 0;
    if (outcome instanceof SolverOutcome.Solved solved) {
      steps = solved.steps();
    } else if (outcome instanceof SolverOutcome.Interrupted interrupted) {
      steps = interrupted.best().map(SolverOutcome.Solved::steps).orElse(0);
    }
    called(solver.toString(), steps);
  }
}
