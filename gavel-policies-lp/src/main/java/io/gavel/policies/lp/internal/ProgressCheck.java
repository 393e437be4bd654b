package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.List;
import java.util.Optional;
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
    double[] fastest = fastest(problem, counts);
    Optional<CertifiedSolution> level = levelOfNothing(problem, solver, fastest);
    if (level.isEmpty()) {
      return;
    }
    Prices prices = level.get().bound().prices();
    List<String> jobs = stuck(level.get(), fastest).mapToObj(m -> problem.job(m).id()).toList();
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

  /**
   * Takes the weights of jobs that constraints leave nothing: at a throughput of 0 the slope of a
   * root is infinite, and no price bounds its gain.
   *
   * @param weight by job; set to 0
   */
  public static void leaveOutStuck(
      AllocationProblem problem, CertifiedSolver solver, double[] weight) {
    if (problem.constraintRows().isEmpty()) {
      return;
    }
    boolean more = true;
    while (more) {
      double[] fastest = fastest(problem, m -> weight[m] > 0);
      int[] none =
          levelOfNothing(problem, solver, fastest)
              .map(level -> stuck(level, fastest).toArray())
              .orElse(new int[0]);
      for (int m : none) {
        weight[m] = 0;
      }
      more = none.length > 0;
    }
  }

  private static double[] fastest(AllocationProblem problem, IntPredicate counts) {
    double[] fastest =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]).fastest();
    for (int m = 0; m < fastest.length; m++) {
      fastest[m] = counts.test(m) ? fastest[m] : 0;
    }
    return fastest;
  }

  /** Returns the largest level of jobs with a throughput to compare with, if it is none. */
  private static Optional<CertifiedSolution> levelOfNothing(
      AllocationProblem problem, CertifiedSolver solver, double[] fastest) {
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, fastest);
    return level.hasLevel()
        ? Optional.of(solver.solve(level)).filter(at -> at.bound().value() <= NOTHING)
        : Optional.empty();
  }

  /** Returns the jobs whose throughput is what cannot be raised. */
  private static IntStream stuck(CertifiedSolution level, double[] fastest) {
    Prices prices = level.bound().prices();
    double[] throughput = level.throughput();
    return IntStream.range(0, fastest.length)
        .filter(m -> fastest[m] > 0 && throughput[m] <= NOTHING * fastest[m])
        .filter(m -> prices.ofThroughput(m) * fastest[m] > NOTHING);
  }

  private static String quoted(String what, List<String> names) {
    return names.stream()
        .map(name -> '"' + name + '"')
        .collect(Collectors.joining(", ", names.size() == 1 ? what + " " : what + "s ", ""));
  }
}
