package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.Set;

/**
 * The total of throughput over price (the cost policy of the original code; the paper's is {@link
 * ThroughputPerCost}).
 *
 * <pre>
 *   maximise over X   Σ_m Σ_j T_mj · X_mj / price_j
 *   subject to        throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The certificate's objective is this sum, in steps per second for one unit of currency an hour.
 * It is not the total throughput over the total cost: time on a cheap type counts more, but no time
 * costs anything, so that the cluster is filled up. The price is that of one worker whatever the
 * scale factor, or of a job's share of one. A pair counts the throughputs of both over one price.
 * Size and cost are those of {@link MaxTotalThroughput}.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class ThroughputPerPrice extends Configured implements EpsilonOptimal {

  private static final String NAME = "throughput_per_cost_sum";

  private final SumObjective sumObjective;

  private ThroughputPerPrice(SumObjective sumObjective) {
    this.sumObjective = sumObjective;
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static ThroughputPerPrice create() {
    return new ThroughputPerPrice(SumObjective.ofSteps(NAME));
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public ThroughputPerPrice withSolver(CertifiedSolver solver) {
    return new ThroughputPerPrice(sumObjective.withSolver(solver.forPolicy(NAME)));
  }

  /**
   * The same policy with other terms in its sum.
   *
   * @param stepWeight what a step of each job counts
   * @return a copy
   */
  public ThroughputPerPrice withWorth(StepWeight stepWeight) {
    return new ThroughputPerPrice(sumObjective.withWorth(stepWeight));
  }

  /**
   * The same policy, which lets jobs miss their SLOs.
   *
   * @return a copy
   */
  public ThroughputPerPrice withoutSlos() {
    return new ThroughputPerPrice(sumObjective.withoutSlos());
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if a worker type that some job can use has price 0, or a job
   *     has an SLO but no steps remaining given
   * @throws io.gavel.policies.InfeasibleProblemException if SLOs cannot be met together; it names a
   *     set of jobs of which any one fewer could
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return sumObjective.maximize(problem, gain(problem));
  }

  private double[] gain(AllocationProblem problem) {
    double[] bills = SumObjective.bills(problem, false, "throughput per price");
    double[] gain = sumObjective.worth(problem);
    Arrays.setAll(gain, i -> gain[i] / bills[i]);
    return gain;
  }

  @Override
  public NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part) {
    AllocationProgram sum = AllocationProgram.maximizeGain(problem, gain(problem));
    return sumObjective.near(sum, optimum, part);
  }

  @Override
  protected Record options() {
    return sumObjective;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(sumObjective.reads(), Aspect.PRICES);
  }

  @Override
  public Claims claims() {
    return sumObjective.claims().without(Invariant.PARETO_EFFICIENCY, Invariant.WORK_CONSERVATION);
  }
}
