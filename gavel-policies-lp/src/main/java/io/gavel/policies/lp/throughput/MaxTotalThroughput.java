package io.gavel.policies.lp.throughput;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Set;

/**
 * Maximises the total steps per second (Gavel §4.2, where the text says minimise by mistake).
 *
 * <pre>
 *   maximise over X   Σ_m throughput(m, X)
 *   subject to        throughput(m, X) ≥ steps_m / slo_m     for every job with an SLO
 * </pre>
 *
 * <p>The certificate's objective is this sum, in steps per second. One program with at most nK
 * columns and 2n + K rows, and K more columns for each pair; with SLOs, a second one that checks
 * whether they can be met. With a {@link StepWeight} the sum can be weighted, and can count shares
 * instead of steps.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param stepWeight the weight of a step of each job
 * @param slos whether jobs must meet their SLOs
 */
public record MaxTotalThroughput(CertifiedSolver solver, StepWeight stepWeight, boolean slos)
    implements Policy {

  private static final String NAME = "max_sum_throughput";

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param stepWeight the weight of a step of each job
   * @param slos whether jobs must meet their SLOs
   */
  public MaxTotalThroughput {
    solver = solver.forPolicy(NAME);
    requireNonNull(stepWeight, "step weight");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static MaxTotalThroughput create() {
    return new MaxTotalThroughput(CertifiedSolver.standard(), StepWeight.UNIT, true);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public MaxTotalThroughput withSolver(CertifiedSolver solver) {
    return new MaxTotalThroughput(solver, stepWeight, slos);
  }

  /**
   * Returns a copy with another weight of steps in its sum.
   *
   * @param stepWeight the weight of a step of each job
   * @return a copy
   */
  public MaxTotalThroughput withStepWeight(StepWeight stepWeight) {
    return new MaxTotalThroughput(solver, stepWeight, slos);
  }

  /**
   * Returns a copy without SLO constraints: jobs may miss their SLOs.
   *
   * @return a copy
   */
  public MaxTotalThroughput withoutSlos() {
    return new MaxTotalThroughput(solver, stepWeight, false);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the steps remaining of a job with an SLO are not given
   * @throws io.gavel.policies.InfeasibleProblemException if the SLOs cannot all be met; it names a
   *     conflicting set of jobs, and leaving out any one of them resolves the conflict
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    SumObjective sum = sum();
    return sum.maximize(problem, sum::steps);
  }

  private SumObjective sum() {
    return new SumObjective(solver, stepWeight, slos);
  }

  @Override
  public Set<Aspect> reads() {
    return sum().reads();
  }

  @Override
  public Claims claims() {
    return sum().claims();
  }
}
