package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.function.Supplier;

/**
 * The task of a case: from problem to allocation.
 *
 * @param problem the data; reading all its throughputs once is the floor of any method
 * @param answer solves the problem
 * @param program the same problem as a linear program, for reference solvers
 */
record Task(
    AllocationProblem problem, Supplier<Answer> answer, Supplier<AllocationProgram> program) {

  /** Creates a task that is not a single linear program. */
  static Task ofAnswer(AllocationProblem problem, Supplier<Answer> answer) {
    return new Task(
        problem,
        answer,
        () -> {
          throw new NotMeasuredException("is not one linear program");
        });
  }

  /** Reads all throughputs once. */
  double pass() {
    double sum = 0;
    for (int g = 0; g < problem.throughputs().groupCount(); g++) { // pairs by type are not listed
      int members = problem.throughputs().group(g).size();
      for (int i = 0; i < members; i++) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          sum += problem.throughputs().stepsPerSecond(g, i, j);
        }
      }
    }
    return sum;
  }

  /** Says why a case has no measurement. */
  static final class NotMeasuredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotMeasuredException(String reason) {
      super(reason);
    }
  }
}
