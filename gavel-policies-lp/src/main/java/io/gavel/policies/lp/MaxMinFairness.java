package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Arrays;

/**
 * Max-min fairness over effective throughput (Gavel §4.1; heterogeneity-aware LAS).
 *
 * <pre>
 *   maximise over X   min_m  s_m · throughput(m, X) / (w_m · eq(m))
 * </pre>
 *
 * <p>with scale factor {@code s}, weight {@code w} and the {@linkplain EqualShare#throughput
 * equal-share throughput} {@code eq}. The certificate's objective is this smallest level: 1 means
 * that the worst-off job of weight 1 on one worker makes as much progress as on a full-time equal
 * share. One linear program with at most nK columns and 2n + K rows, and K more columns a pair.
 *
 * <p>The smallest level alone leaves workers idle and the other jobs' shares open. Among the
 * allocations that reach it, but for rounding that the certificate's gap includes, this one
 * maximises the total normalised throughput {@code Σ throughput(m) / eq(m)}: a second program of
 * the same size. Identical jobs get identical shares, unless they are members of pairs.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class MaxMinFairness implements Policy {

  /**
   * How much of the level the second program may give up, so that its floors are feasible in
   * floating point; the larger part is for programs whose rates span so many orders of magnitude
   * that a simplex code cannot tell the floors from infeasible ones.
   */
  private static final double LEVEL_SLACK = 1e-12;

  private static final double LARGE_LEVEL_SLACK = 3e-7;

  private final CertifiedSolver solver;

  private MaxMinFairness(CertifiedSolver solver) {
    this.solver = solver;
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static MaxMinFairness create() {
    return with(CertifiedSolver.standard());
  }

  /**
   * The policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return the policy
   */
  public static MaxMinFairness with(CertifiedSolver solver) {
    return new MaxMinFairness(solver);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    int n = problem.jobCount();
    double[] requirement = new double[n];
    double[] weight = new double[n];
    for (int m = 0; m < n; m++) {
      double equal = EqualShare.throughput(problem, m);
      requirement[m] = problem.job(m).weight() * equal / problem.job(m).scaleFactor();
      weight[m] = equal > 0 ? 1 / equal : 0;
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, requirement);
    CertifiedPoint fair = solver.solve(program);
    CertifiedPoint full = fill(AllocationProgram.maximizeSum(problem, weight), program, fair);
    return Allocations.certified(program, problem, full.fractions(), fair.bound());
  }

  /** Hands out what is left when everyone has the level. */
  private CertifiedPoint fill(
      AllocationProgram total, AllocationProgram program, CertifiedPoint fair) {
    try {
      return solver.solve(total.withFloor(floor(program, fair, LEVEL_SLACK)));
    } catch (SolveFailedException tooTight) {
      return solver.solve(total.withFloor(floor(program, fair, LARGE_LEVEL_SLACK)));
    }
  }

  private static double[] floor(AllocationProgram program, CertifiedPoint fair, double slack) {
    double[] floor = program.throughput(fair.fractions());
    Arrays.setAll(
        floor, m -> Math.min(floor[m], fair.objective() * program.requirement(m)) * (1 - slack));
    return floor;
  }
}
