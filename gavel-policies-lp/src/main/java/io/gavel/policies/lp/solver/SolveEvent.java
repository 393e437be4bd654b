package io.gavel.policies.lp.solver;

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
}
