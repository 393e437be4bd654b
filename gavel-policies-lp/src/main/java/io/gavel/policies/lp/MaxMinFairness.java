package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
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
 * <p>Another {@link Normalizer} may take the place of {@code eq}; by the isolated share, which
 * knows the scale factor, the level is {@code throughput / (w · iso)}.
 *
 * <p>The smallest level alone leaves workers idle and the other jobs' shares open. Among the
 * allocations that reach it, but for rounding that the certificate's gap includes, this one
 * maximises the total normalised throughput {@code Σ throughput(m) / eq(m)}: a second program of
 * the same size, unless {@link OptimumChoice#LEVEL_ONLY} is asked for. Identical jobs get identical
 * shares, unless they are members of pairs.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class MaxMinFairness implements Policy {

  private final Filling filling;

  private MaxMinFairness(Filling filling) {
    this.filling = filling;
  }

  /**
   * The policy of the paper with the library's own solvers.
   *
   * @return the policy
   */
  public static MaxMinFairness create() {
    return with(CertifiedSolver.standard());
  }

  /**
   * The policy of the paper with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return the policy
   */
  public static MaxMinFairness with(CertifiedSolver solver) {
    return new MaxMinFairness(
        new Filling(solver, Normalizer.EQUAL_SHARE, OptimumChoice.LEVEL_THEN_THROUGHPUT));
  }

  /**
   * The same policy by another yardstick.
   *
   * @param normalizer what throughputs are divided by
   * @return a copy
   */
  public MaxMinFairness withNormalizer(Normalizer normalizer) {
    return new MaxMinFairness(filling.with(normalizer));
  }

  /**
   * The same policy with another choice among optima.
   *
   * @param choice what happens above the level
   * @return a copy
   */
  public MaxMinFairness withChoice(OptimumChoice choice) {
    return new MaxMinFairness(filling.with(choice));
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    double[] requirement = new double[problem.jobCount()];
    for (int m = 0; m < requirement.length; m++) {
      requirement[m] = problem.job(m).weight() * filling.normalizer().entitlement(problem, m);
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, requirement);
    CertifiedPoint fair = filling.solver().solve(program);
    double[] owed = Arrays.stream(requirement).map(r -> r * fair.objective()).toArray();
    double[] full = filling.above(problem, fair.fractions(), owed);
    return Allocations.certified(program, problem, full, fair.bound());
  }
}
