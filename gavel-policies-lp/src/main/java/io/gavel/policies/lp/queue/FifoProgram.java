package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Set;

/**
 * First in, first out as the paper's linear program (Gavel §4.2): earlier jobs have larger weights.
 *
 * <pre>
 *   maximise over X   Σ_m (n − m) · throughput(m, X) / fastest(m)        m = 0 … n−1 by arrival
 * </pre>
 *
 * <p>with {@code fastest} the job's throughput alone on its fastest type. The certificate's
 * objective is this sum. One program with at most nK columns and n + K rows, and K more columns for
 * each pair.
 *
 * <p>The weights prefer earlier jobs but do not protect them: a later arrival raises all weights,
 * and an earlier job may lose its fast worker as a result. {@link StrictFifo} and {@link
 * HeadOfLineFifo} prevent overtaking. Job weights are ignored. Jobs that cannot run have no place
 * in the order. A job that runs only in pairs has no fastest type and does not count.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 */
public record FifoProgram(CertifiedSolver solver) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   */
  public FifoProgram {
    solver = solver.forPolicy("fifo_lp");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static FifoProgram create() {
    return new FifoProgram(CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public FifoProgram withSolver(CertifiedSolver solver) {
    return new FifoProgram(solver);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    AllocationProgram program = program(problem);
    CertifiedSolution point = solver.solveOrFeasible(program);
    return AllocationFactory.certified(program, problem, point.fractions(), point.bound());
  }

  private static AllocationProgram program(AllocationProblem problem) {
    double[] weight = new double[problem.jobCount()];
    int rank = 0;
    for (int m = weight.length - 1; m >= 0; m--) {
      double fastest = PoolShares.fastest(problem, m);
      if (fastest > 0) {
        rank++;
        weight[m] = rank / fastest;
      }
    }
    return AllocationProgram.maximizeSum(problem, weight);
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    return ProgramPolicies.claims(Condition.NO_PAIRS, Condition.FIRST_WAYS)
        .without(Invariant.EQUAL_TREATMENT);
  }
}
