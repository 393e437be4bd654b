package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Set;

/**
 * The most throughput for the money (Gavel §4.2, minimise cost): a ratio of totals.
 *
 * <pre>
 *   maximise over X ≠ 0   Σ_m throughput(m, X)  /  Σ_m Σ_j s_m · price_j · X_mj
 *   subject to            throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The bill counts all workers of a gang; the paper's counts one ({@link #withGangsBilledAsOne}).
 * The certificate's objective is the ratio, in steps per second for one unit of currency an hour,
 * and its prices tell by how much one more of each would raise it.
 *
 * <p>The ratio alone does not say how much to run: half of everything has the same ratio. Among the
 * allocations of the best ratio, but for five parts in 10<sup>7</sup>, this one has the largest
 * total throughput. Even so, without SLOs only the jobs and types of the best ratio run, and all
 * others wait: {@link ThroughputPerPrice} does fill the cluster.
 *
 * <p>Without SLOs one program, as large as that of {@link MaxTotalThroughput}; with SLOs some five
 * (Dinkelbach's method).
 *
 * <p>Immutable; may be shared by threads.
 */
public final class ThroughputPerCost extends Configured implements Policy {

  private static final String NAME = "throughput_per_cost_ratio";

  private record Options(SumObjective totals, boolean wholeGangs) {}

  private final Options options;

  private ThroughputPerCost(SumObjective sumObjective, boolean wholeGangs) {
    options = new Options(sumObjective, wholeGangs);
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static ThroughputPerCost create() {
    return new ThroughputPerCost(SumObjective.ofSteps(NAME), true);
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public ThroughputPerCost withSolver(CertifiedSolver solver) {
    return new ThroughputPerCost(
        options.totals().withSolver(solver.forPolicy(NAME)), options.wholeGangs());
  }

  /**
   * The same policy with the paper's bill, {@code Σ price_j · X_mj}: a gang pays for one worker, a
   * job on a share of a worker for its share.
   *
   * @return a copy
   */
  public ThroughputPerCost withGangsBilledAsOne() {
    return new ThroughputPerCost(options.totals(), false);
  }

  /**
   * The same policy with other terms in its total.
   *
   * @param stepWeight what a step of each job counts
   * @return a copy
   */
  public ThroughputPerCost withWorth(StepWeight stepWeight) {
    return new ThroughputPerCost(options.totals().withWorth(stepWeight), options.wholeGangs());
  }

  /**
   * The same policy, which lets jobs miss their SLOs.
   *
   * @return a copy
   */
  public ThroughputPerCost withoutSlos() {
    return new ThroughputPerCost(options.totals().withoutSlos(), options.wholeGangs());
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
    SumObjective sumObjective = options.totals();
    double[] cost = SumObjective.bills(problem, options.wholeGangs(), "throughput per cost");
    return new Dinkelbach(
            sumObjective.solver(),
            problem,
            sumObjective.worth(problem),
            cost,
            sumObjective.floors(problem))
        .answer();
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(options.totals().reads(), Aspect.PRICES);
  }

  @Override
  public Claims claims() {
    return options
        .totals()
        .claims()
        .without(Invariant.PARETO_EFFICIENCY, Invariant.WORK_CONSERVATION);
  }
}
