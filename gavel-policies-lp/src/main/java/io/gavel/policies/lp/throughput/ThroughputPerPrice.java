package io.gavel.policies.lp.throughput;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Set;

/**
 * Maximises the sum of throughput over price: the cost policy of the original code. {@link
 * ThroughputPerCost} is the cost policy of the paper.
 *
 * <pre>
 *   maximise over X   Σ_m Σ_j T_mj · X_mj / (price_j · min(1, workers_m))
 *   subject to        throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The certificate's objective is this sum, in steps per second for one unit of currency per
 * hour. It differs from total throughput over total cost: time on a cheap type counts more, but
 * time itself costs nothing, so the policy fills the cluster. A gang counts as one worker, whatever
 * its size, and a share of a worker as its part. A pair counts the throughputs of both members over
 * one price. The programs have the size of {@link MaxTotalThroughput}'s.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param stepWeight the weight of a step of each job
 * @param slos whether jobs must meet their SLOs
 */
public record ThroughputPerPrice(CertifiedSolver solver, StepWeight stepWeight, boolean slos)
    implements Policy {

  private static final String NAME = "throughput_per_cost_sum";

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param stepWeight the weight of a step of each job
   * @param slos whether jobs must meet their SLOs
   */
  public ThroughputPerPrice {
    solver = solver.forPolicy(NAME);
    requireNonNull(stepWeight, "step weight");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static ThroughputPerPrice create() {
    return new ThroughputPerPrice(CertifiedSolver.standard(), StepWeight.UNIT, true);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public ThroughputPerPrice withSolver(CertifiedSolver solver) {
    return new ThroughputPerPrice(solver, stepWeight, slos);
  }

  /**
   * Returns a copy with another weight of steps in its sum.
   *
   * @param stepWeight the weight of a step of each job
   * @return a copy
   */
  public ThroughputPerPrice withStepWeight(StepWeight stepWeight) {
    return new ThroughputPerPrice(solver, stepWeight, slos);
  }

  /**
   * Returns a copy without SLO constraints: jobs may miss their SLOs.
   *
   * @return a copy
   */
  public ThroughputPerPrice withoutSlos() {
    return new ThroughputPerPrice(solver, stepWeight, false);
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
    return sum().maximize(problem, this::program);
  }

  private AllocationProgram program(AllocationProblem problem) {
    problem.requireNoCoGangs("throughput per price");
    double[] price = SumObjective.requirePrices(problem, "throughput per price");
    return AllocationProgram.maximizeSumPerPrice(problem, sum().weights(problem), price);
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
