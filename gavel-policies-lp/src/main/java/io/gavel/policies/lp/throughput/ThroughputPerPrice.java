package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Set;

/**
 * Maximises the sum of throughput over price: the cost policy of the original code. The paper's is
 * {@link ThroughputPerCost}.
 *
 * <pre>
 *   maximise over X   Σ_m Σ_j T_mj · X_mj / price_j
 *   subject to        throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The certificate's objective is this sum, in steps per second for one unit of currency per
 * hour. It differs from total throughput over total cost: time on a cheap type counts more, but
 * time itself costs nothing, so the policy fills the cluster. The price is that of one worker,
 * regardless of the scale factor, or of a job's share of one. A pair counts the throughputs of both
 * members over one price. The programs have the size of {@link MaxTotalThroughput}'s.
 *
 * <p>Immutable and thread-safe.
 */
public final class ThroughputPerPrice extends Configured implements Policy {

  private static final String NAME = "throughput_per_cost_sum";

  private final SumObjective sumObjective;

  private ThroughputPerPrice(SumObjective sumObjective) {
    this.sumObjective = sumObjective;
  }

  /**
   * The policy with the standard solvers.
   *
   * @return the policy
   */
  public static ThroughputPerPrice create() {
    return new ThroughputPerPrice(SumObjective.ofSteps(NAME));
  }

  /**
   * The same policy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public ThroughputPerPrice withSolver(CertifiedSolver solver) {
    return new ThroughputPerPrice(sumObjective.withSolver(solver.forPolicy(NAME)));
  }

  /**
   * The same policy with another weight of steps in its sum.
   *
   * @param stepWeight the weight of a step of each job
   * @return a copy
   */
  public ThroughputPerPrice withStepWeight(StepWeight stepWeight) {
    return new ThroughputPerPrice(sumObjective.withStepWeight(stepWeight));
  }

  /**
   * The same policy without SLO constraints: jobs may miss their SLOs.
   *
   * @return a copy
   */
  public ThroughputPerPrice withoutSlos() {
    return new ThroughputPerPrice(sumObjective.withoutSlos());
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if a worker type that some job can use has price 0, or the
   *     steps remaining of a job with an SLO are not given
   * @throws io.gavel.policies.InfeasibleProblemException if the SLOs cannot all be met; it names a
   *     conflicting set of jobs, and leaving out any one of them resolves the conflict
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return sumObjective.maximize(problem, this::program);
  }

  private AllocationProgram program(AllocationProblem problem) {
    double[] price = SumObjective.requirePrices(problem, "throughput per price");
    return AllocationProgram.maximizeSumPerPrice(problem, sumObjective.weights(problem), price);
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
