package io.gavel.policies.lp.throughput;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Set;

/**
 * Maximises the ratio of total throughput to total cost (Gavel §4.2, minimise cost).
 *
 * <pre>
 *   maximise over X ≠ 0   Σ_m throughput(m, X)  /  Σ_m Σ_j s_m · price_j · X_mj
 *   subject to            throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The cost counts all workers of a gang; the paper's counts one ({@link #withGangsBilledAsOne}).
 * The certificate's objective is the ratio, in steps per second for one unit of currency per hour.
 * Its prices state by how much one more unit of each resource would raise it.
 *
 * <p>The ratio alone does not determine how much to run: halving all fractions keeps it. Among the
 * allocations within five parts in 10<sup>7</sup> of the best ratio, the policy returns the one
 * with the largest total throughput. Without SLOs, only the jobs and types with the best ratio run
 * and all other jobs wait; {@link ThroughputPerPrice} fills the cluster.
 *
 * <p>Without SLOs it solves one program of the size of {@link MaxTotalThroughput}, with SLOs about
 * five (Dinkelbach's method).
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param stepWeight the weight of a step of each job
 * @param slos whether jobs must meet their SLOs
 * @param wholeGangs whether a gang pays for all of its workers; otherwise for one
 */
public record ThroughputPerCost(
    CertifiedSolver solver, StepWeight stepWeight, boolean slos, boolean wholeGangs)
    implements Policy {

  private static final String NAME = "throughput_per_cost_ratio";

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param stepWeight the weight of a step of each job
   * @param slos whether jobs must meet their SLOs
   * @param wholeGangs whether a gang pays for all of its workers; otherwise for one
   */
  public ThroughputPerCost {
    solver = solver.forPolicy(NAME);
    requireNonNull(stepWeight, "step weight");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static ThroughputPerCost create() {
    return new ThroughputPerCost(CertifiedSolver.standard(), StepWeight.UNIT, true, true);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public ThroughputPerCost withSolver(CertifiedSolver solver) {
    return new ThroughputPerCost(solver, stepWeight, slos, wholeGangs);
  }

  /**
   * Returns a copy with the paper's cost, {@code Σ price_j · X_mj}: a gang pays for one worker, and
   * a job on a share of a worker pays for its share.
   *
   * @return a copy
   */
  public ThroughputPerCost withGangsBilledAsOne() {
    return new ThroughputPerCost(solver, stepWeight, slos, false);
  }

  /**
   * Returns a copy with another weight of steps in its total.
   *
   * @param stepWeight the weight of a step of each job
   * @return a copy
   */
  public ThroughputPerCost withStepWeight(StepWeight stepWeight) {
    return new ThroughputPerCost(solver, stepWeight, slos, wholeGangs);
  }

  /**
   * Returns a copy without SLO constraints: jobs may miss their SLOs.
   *
   * @return a copy
   */
  public ThroughputPerCost withoutSlos() {
    return new ThroughputPerCost(solver, stepWeight, false, wholeGangs);
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
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    SumObjective sumObjective = sum();
    double[] cost = SumObjective.bills(problem, wholeGangs, "throughput per cost");
    return new Dinkelbach(
            sumObjective.solver(),
            problem,
            sumObjective.gains(problem),
            cost,
            sumObjective.floors(problem))
        .answer();
  }

  private SumObjective sum() {
    return new SumObjective(solver, stepWeight, slos);
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(sum().reads(), Aspect.PRICES);
  }

  @Override
  public Claims claims() {
    return sum().claims().without(Invariant.PARETO_EFFICIENCY, Invariant.WORK_CONSERVATION);
  }
}
