package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;

/** Renders a problem in the message of a failure. */
final class ProblemText {

  private ProblemText() {}

  static String of(AllocationProblem problem) {
    StringBuilder text = new StringBuilder();
    problem.cluster().types().forEach(type -> text.append("  ").append(type).append('\n'));
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        Job job = problem.job(group.member(i));
        text.append("  ").append(g < problem.jobCount() ? job : where(group) + job.id());
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          text.append(j == 0 ? ": " : ", ");
          text.append(problem.throughputs().stepsPerSecond(g, i, j));
        }
        text.append('\n');
      }
    }
    problem.entities().forEach(entity -> text.append("  ").append(entity).append('\n'));
    return text.toString();
  }

  private static String where(Group group) {
    return group instanceof Group.Configuration way
        ? "on %d workers as \"%s\" ".formatted(way.workers(), way.name())
        : "in a pair ";
  }
}
