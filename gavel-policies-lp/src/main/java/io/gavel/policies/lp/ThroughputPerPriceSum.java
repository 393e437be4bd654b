package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Claims;
import io.gavel.policies.Invariant;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Arrays;

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
public final class ThroughputPerPriceSum extends Configured implements NearOptimal {

  private static final String NAME = "throughput_per_cost_sum";

  private final Totals totals;

  private ThroughputPerPriceSum(Totals totals) {
    this.totals = totals;
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static ThroughputPerPriceSum create() {
    return new ThroughputPerPriceSum(Totals.ofSteps(NAME));
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public ThroughputPerPriceSum withSolver(CertifiedSolver solver) {
    return new ThroughputPerPriceSum(totals.withSolver(solver.forPolicy(NAME)));
  }

  /**
   * The same policy with other terms in its sum.
   *
   * @param worth what a step of each job counts
   * @return a copy
   */
  public ThroughputPerPriceSum withWorth(Worth worth) {
    return new ThroughputPerPriceSum(totals.withWorth(worth));
  }

  /**
   * The same policy, which lets jobs miss their SLOs.
   *
   * @return a copy
   */
  public ThroughputPerPriceSum withoutSlos() {
    return new ThroughputPerPriceSum(totals.withoutSlos());
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
    return totals.maximize(problem, gain(problem));
  }

  private double[] gain(AllocationProblem problem) {
    double[] bills = Totals.bills(problem, false, "throughput per price");
    double[] gain = totals.worth(problem);
    Arrays.setAll(gain, i -> gain[i] / bills[i]);
    return gain;
  }

  @Override
  public NearOptimum near(AllocationProblem problem, Allocation optimum, double part) {
    AllocationProgram sum = AllocationProgram.maximizeGain(problem, gain(problem));
    return totals.near(sum, optimum, part);
  }

  @Override
  protected Record options() {
    return totals;
  }

  @Override
  public Claims claims() {
    return totals.claims().without(Invariant.PARETO_EFFICIENCY, Invariant.WORK_CONSERVATION);
  }
}
