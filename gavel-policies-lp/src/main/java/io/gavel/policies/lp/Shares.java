package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.Unrunnable;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CleanUp;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Shares of pools given by a formula: what equal share and isolated share have in common. */
final class Shares {

  /** A fraction of time for a job on a pool. */
  @FunctionalInterface
  interface Share {
    double of(int m, int k);
  }

  private Shares() {}

  /** Allocates by the formula; the shares fit but for rounding, which is mended. */
  static Allocation allocate(AllocationProblem problem, Share share, double objective) {
    int types = problem.cluster().typeCount();
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      int m = program.first(c);
      boolean fastest = program.entry(c) == m * types + fastestType(problem, m, program.pool(c));
      x[c] = fastest ? share.of(m, program.pool(c)) : 0;
    }
    Certificate certificate = new Certificate(objective, objective, 0, Prices.zero(problem));
    return Allocations.of(program, problem, CleanUp.of(program, x).fractions(), certificate);
  }

  static double throughput(AllocationProblem problem, int m, IntToDoubleFunction share) {
    double sum = 0;
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      int j = fastestType(problem, m, k);
      sum += j < 0 ? 0 : problem.throughputs().stepsPerSecond(m, j) * share.applyAsDouble(k);
    }
    return sum;
  }

  static boolean[] runnable(AllocationProblem problem) {
    boolean[] runnable = new boolean[problem.jobCount()];
    Arrays.fill(runnable, true);
    for (Unrunnable job : problem.unrunnable()) {
      runnable[job.job()] = false;
    }
    return runnable;
  }

  /** The largest throughput of a job alone where it runs; 0 if it runs nowhere alone. */
  static double fastest(AllocationProblem problem, int m) {
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j)) {
        fastest = Math.max(fastest, problem.throughputs().stepsPerSecond(m, j));
      }
    }
    return fastest;
  }

  /**
   * The type of a pool on which a job alone is fastest, the first of equals; -1 if it runs on none.
   */
  private static int fastestType(AllocationProblem problem, int m, int k) {
    int fastest = -1;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.cluster().poolOf(j) == k
          && problem.runs(m, j)
          && (fastest < 0
              || problem.throughputs().stepsPerSecond(m, j)
                  > problem.throughputs().stepsPerSecond(m, fastest))) {
        fastest = j;
      }
    }
    return fastest;
  }
}
