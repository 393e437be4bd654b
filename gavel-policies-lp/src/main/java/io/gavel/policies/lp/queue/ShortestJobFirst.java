package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Shortest job first (Gavel §4.2): the job that can complete first gets all workers that it can
 * use, then the next job, and so on.
 *
 * <p>The paper minimises {@code min_m steps_m / throughput(m, X)}, which determines the share of
 * one job only. This policy continues with the remaining jobs in order of {@code steps_m /
 * fastest(m)}, the time that a job needs alone on its fastest type; ties go to the earlier arrival.
 * Certificate, cost and precision are as in {@link StrictFifo}; the certificate's objective is
 * {@code Σ throughput(m) / fastest(m)}. Job weights are ignored. A complete job gets no time.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 */
public record ShortestJobFirst(CertifiedSolver solver) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   */
  public ShortestJobFirst {
    solver = solver.forPolicy("shortest_job_first");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static ShortestJobFirst create() {
    return new ShortestJobFirst(CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public ShortestJobFirst withSolver(CertifiedSolver solver) {
    return new ShortestJobFirst(solver);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the steps remaining of a job that can run are not given
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keepTotals(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    double[] seconds = new double[problem.jobCount()];
    for (int m = 0; m < seconds.length; m++) {
      double fastest = PoolShares.fastest(problem, m);
      seconds[m] =
          fastest > 0 ? JobRates.requireSteps(problem.job(m), "shortest job first") / fastest : 0;
    }
    int[] runnable = IntStream.range(0, seconds.length).filter(m -> seconds[m] > 0).toArray();
    int[] order = StableOrder.ascending(runnable, m -> seconds[m]);
    return LexicographicProgram.allocate(solver, problem, order);
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.STEPS, Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    return ProgramPolicies.claims(Condition.NO_PAIRS, Condition.FIRST_WAYS, Condition.WORK_LEFT)
        .without(Invariant.EQUAL_TREATMENT);
  }
}
