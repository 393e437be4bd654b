package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Set;

/**
 * The most steps per second in total (Gavel §4.2, where the text says minimise by mistake).
 *
 * <pre>
 *   maximise over X   Σ_m throughput(m, X)
 *   subject to        throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The certificate's objective is this sum, in steps per second. One program with at most nK
 * columns and 2n + K rows, and K more columns a pair; with SLOs, a second one to see whether they
 * can be met. {@link StepWeight} may count weights, and shares instead of steps.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class MaxTotalThroughput extends Configured implements EpsilonOptimal {

  private static final String NAME = "max_sum_throughput";

  private final SumObjective sumObjective;

  private MaxTotalThroughput(SumObjective sumObjective) {
    this.sumObjective = sumObjective;
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static MaxTotalThroughput create() {
    return new MaxTotalThroughput(SumObjective.ofSteps(NAME));
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public MaxTotalThroughput withSolver(CertifiedSolver solver) {
    return new MaxTotalThroughput(sumObjective.withSolver(solver.forPolicy(NAME)));
  }

  /**
   * The same policy with other terms in its sum.
   *
   * @param stepWeight what a step of each job counts
   * @return a copy
   */
  public MaxTotalThroughput withWorth(StepWeight stepWeight) {
    return new MaxTotalThroughput(sumObjective.withWorth(stepWeight));
  }

  /**
   * The same policy, which lets jobs miss their SLOs.
   *
   * @return a copy
   */
  public MaxTotalThroughput withoutSlos() {
    return new MaxTotalThroughput(sumObjective.withoutSlos());
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if a job has an SLO but no steps remaining given
   * @throws io.gavel.policies.InfeasibleProblemException if SLOs cannot be met together; it names a
   *     set of jobs of which any one fewer could
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return sumObjective.maximize(problem);
  }

  @Override
  public NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part) {
    return sumObjective.near(sumObjective.steps(problem), optimum, part);
  }

  @Override
  protected Record options() {
    return sumObjective;
  }

  @Override
  public Set<Aspect> reads() {
    return sumObjective.reads();
  }

  @Override
  public Claims claims() {
    return sumObjective.claims();
  }
}
