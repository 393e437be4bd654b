package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Whether constraints leave every job some throughput, which some objectives need. */
public final class ProgressCheck {

  /** The part of its fastest throughput that counts as none. */
  private static final double NOTHING = 1e-9;

  private ProgressCheck() {}

  /**
   * Requires that all jobs that count can make progress at once.
   *
   * @param counts whether a job that can run has to make progress
   * @throws InfeasibleProblemException naming jobs and constraints that leave them nothing
   */
  public static void require(
      AllocationProblem problem, CertifiedSolver solver, IntPredicate counts) {
    if (problem.constraintRows().isEmpty()) {
      return;
    }
    double[] fastest =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]).fastest();
    for (int m = 0; m < fastest.length; m++) {
      fastest[m] = counts.test(m) ? fastest[m] : 0;
    }
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, fastest);
    if (!level.hasLevel()) {
      return;
    }
    CertifiedSolution point = solver.solve(level);
    if (point.bound().value() > NOTHING) {
      return;
    }
    Prices prices = point.bound().prices();
    double[] throughput = point.throughput();
    List<String> jobs =
        IntStream.range(0, fastest.length)
            .filter(m -> fastest[m] > 0 && throughput[m] <= NOTHING * fastest[m])
            .filter(m -> prices.ofThroughput(m) * fastest[m] > NOTHING)
            .mapToObj(m -> problem.job(m).id())
            .toList();
    List<String> constraints =
        prices.constraints().entrySet().stream()
            .filter(price -> Math.abs(price.getValue()) > 0)
            .map(price -> price.getKey())
            .toList();
    throw new InfeasibleProblemException(
        "no allocation gives %s any throughput under %s"
            .formatted(quoted("job", jobs), quoted("constraint", constraints)),
        jobs,
        constraints);
  }

  private static String quoted(String what, List<String> names) {
    return names.stream()
        .map(name -> '"' + name + '"')
        .collect(Collectors.joining(", ", names.size() == 1 ? what + " " : what + "s ", ""));
  }
}
