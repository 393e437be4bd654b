package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import java.util.Arrays;
import java.util.Random;

/** Allocations of a problem that are not optimised. Each depends only on its seed or numbers. */
public final class RandomAllocations {

  private RandomAllocations() {}

  /**
   * An exactly feasible allocation: some time for each group where it runs, with all rows and
   * columns shrunk until they fit.
   *
   * @param problem any
   * @param seed any
   * @return an allocation that proves nothing
   */
  public static Allocation feasible(AllocationProblem problem, long seed) {
    return feasible(problem, new Random(seed));
  }

  /**
   * An exactly feasible allocation of given random numbers.
   *
   * @param problem any
   * @param random of all choices
   * @return an allocation that proves nothing
   */
  public static Allocation feasible(AllocationProblem problem, Random random) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    for (int i = 0; i < fractions.length; i++) {
      boolean runs = problem.runs(i / types, i % types);
      fractions[i] = runs && random.nextInt(3) > 0 ? random.nextDouble() : 0;
    }
    Allocation x = unproved(problem, fractions);
    while (x.maxViolation() > 0) {
      double[] fit = shrunk(x);
      Arrays.setAll(fractions, i -> fractions[i] * fit[i]);
      x = unproved(problem, fractions);
    }
    return x;
  }

  /**
   * Any allocation: entries from -0.5 to 1.5, also where groups cannot run.
   *
   * @param problem any
   * @param seed any
   * @return an allocation that is rarely feasible
   */
  public static Allocation any(AllocationProblem problem, long seed) {
    return any(problem, new Random(seed));
  }

  /**
   * Any allocation of given random numbers.
   *
   * @param problem any
   * @param random of all entries
   * @return an allocation that is rarely feasible
   */
  public static Allocation any(AllocationProblem problem, Random random) {
    int entries = problem.groupCount() * problem.cluster().typeCount();
    return unproved(problem, random.doubles(entries, -0.5, 1.5).toArray());
  }

  /** The factor for each entry that makes its tightest limit hold, reduced slightly. */
  private static double[] shrunk(Allocation x) {
    AllocationProblem problem = x.problem();
    int types = problem.cluster().typeCount();
    double[] factor = new double[problem.groupCount() * types];
    for (int i = 0; i < factor.length; i++) {
      int g = i / types;
      double over = 1;
      for (int k = 0; k < problem.cluster().poolCount(); k++) {
        boolean holds = problem.gang(g, i % types, k) > 0;
        over = holds ? Math.max(over, x.workersUsed(k) / problem.cluster().poolWorkers(k)) : over;
      }
      for (int member = 0; member < problem.group(g).size(); member++) {
        over = Math.max(over, x.timeFraction(problem.group(g).member(member)));
      }
      factor[i] = over > 1 ? (1 - 1e-12) / over : 1;
    }
    return factor;
  }

  private static Allocation unproved(AllocationProblem problem, double[] fractions) {
    return Allocation.of(
        problem, fractions, new Certificate(0, Double.POSITIVE_INFINITY, 0, Prices.zero(problem)));
  }
}
