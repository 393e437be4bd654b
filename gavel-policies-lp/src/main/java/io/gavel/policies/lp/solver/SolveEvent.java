package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The flight recorder event of one solve. Mutable. */
@Name("io.gavel.Solve")
@Label("Solve")
@Category({"Gavel", "Policies"})
@Description("The solve of a policy's program ended, with or without a solution")
@StackTrace(false)
final class SolveEvent extends Event {

  /** Used to check at no cost whether recording is enabled; never committed. */
  private static final SolveEvent PROBE = new SolveEvent();

  /** Returns whether recording of these events is enabled. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Policy")
  String policy = "";

  @Label("Jobs")
  int jobs;

  @Label("Classes")
  @Description("Jobs of the solved program, after identical jobs were aggregated")
  int classes;

  @Label("Pools")
  int pools;

  @Label("Columns")
  @Description("Groups on worker types where they run, before identical jobs were aggregated")
  int columns;

  @Label("Solver")
  @Description("The last solver that was called")
  String solver = "";

  @Label("Attempts")
  @Description("Number of solvers that were called")
  int attempts;

  @Label("Steps")
  @Description("Steps of the last solver, if it counts them")
  int steps;

  @Label("Objective")
  double objective = Double.NaN;

  @Label("Relative Gap")
  @Description("Gap between objective and proved bound, as a fraction of the larger")
  double gap = Double.NaN;

  @Label("Outcome")
  @Description("certified, stopped, or the exception's name")
  String outcome = "";

  /** Creates an event that must not be committed. */
  private SolveEvent() {}

  SolveEvent(String policy, AllocationProgram program) {
    this.policy = policy;
    jobs = program.jobCount();
    classes = jobs;
    pools = program.poolCount();
    columns = program.columnCount();
  }

  /** Solves, and commits the event in any case. */
  CertifiedSolution follow(Supplier<CertifiedSolution> solve) {
    begin();
    try {
      CertifiedSolution solution = solve.get();
      objective = solution.objective();
      gap = solution.relativeGap();
      outcome = solution.isStopped() ? "stopped" : "certified";
      return solution;
    } catch (RuntimeException refused) {
      outcome = refused.getClass().getSimpleName();
      throw refused;
    } finally {
      commit();
    }
  }

  /** Counts a call of a solver. */
  void called(String name, int stepsTaken) {
    attempts++;
    solver = name;
    steps = stepsTaken;
  }

  /** Counts a call of a solver, with the steps of its outcome. */
  void called(AllocationSolver called, SolverOutcome result) {
    int taken = 0;
    if (result instanceof SolverOutcome.Solved solved) {
      taken = solved.steps();
    } else if (result instanceof SolverOutcome.Interrupted interrupted) {
      taken = interrupted.best().map(SolverOutcome.Solved::steps).orElse(0);
    }
    called(called.toString(), taken);
  }
}
