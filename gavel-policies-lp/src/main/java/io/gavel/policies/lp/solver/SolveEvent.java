package io.gavel.policies.lp.solver;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A program was solved, as the flight recorder sees it. Mutable, for one solve. */
@Name("io.gavel.Solve")
@Label("Solve")
@Category({"Gavel", "Policies"})
@Description("A program of a policy was solved, or was not")
@StackTrace(false)
final class SolveEvent extends Event {

  /** Asked, at no cost, whether anybody records; never committed. */
  private static final SolveEvent PROBE = new SolveEvent();

  /** Whether anybody records such events. */
  static boolean isRecording() {
    return PROBE.isEnabled();
  }

  @Label("Policy")
  String policy = "";

  @Label("Jobs")
  int jobs;

  @Label("Classes")
  @Description("Jobs that differ for the solver: identical ones are one")
  int classes;

  @Label("Pools")
  int pools;

  @Label("Columns")
  @Description("Groups on worker types where they run, before identical jobs are one")
  int columns;

  @Label("Solver")
  @Description("The last that was asked")
  String solver = "";

  @Label("Attempts")
  @Description("How many solvers were asked")
  int attempts;

  @Label("Steps")
  @Description("Of the last solver, if it counts them")
  int steps;

  @Label("Objective")
  double objective = Double.NaN;

  @Label("Relative Gap")
  @Description("Between objective and proved bound, as a fraction of the larger")
  double gap = Double.NaN;

  @Label("Outcome")
  @Description("certified, stopped, or the exception's name")
  String outcome = "";
}
