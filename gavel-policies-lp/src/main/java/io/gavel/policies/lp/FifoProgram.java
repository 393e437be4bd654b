package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Claims;
import io.gavel.policies.Condition;
import io.gavel.policies.Invariant;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import io.gavel.policies.lp.solver.CertifiedSolver;

/**
 * First in, first out as the paper's linear program (Gavel §4.2): earlier jobs count more.
 *
 * <pre>
 *   maximise over X   Σ_m (n − m) · throughput(m, X) / fastest(m)        m = 0 … n−1 by arrival
 * </pre>
 *
 * <p>with {@code fastest} the job's throughput alone on its fastest type. The certificate's
 * objective is this sum. One program with at most nK columns and n + K rows, and K more columns a
 * pair.
 *
 * <p>The weights prefer earlier jobs, but do not protect them: a later arrival raises the weights
 * of all, and an earlier job may lose its fast worker by it. {@link StrictFifo} and {@link
 * HeadOfLineFifo} let nobody overtake. Priority weights do not matter. Jobs that can run nowhere
 * have no place in the order; one that runs only beside others has no fastest type and does not
 * count.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class FifoProgram extends Configured implements NearOptimal {

  private record Options(CertifiedSolver solver) {}

  private final Options options;

  private FifoProgram(CertifiedSolver solver) {
    options = new Options(solver.forPolicy("fifo_lp"));
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static FifoProgram create() {
    return new FifoProgram(CertifiedSolver.standard());
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public FifoProgram withSolver(CertifiedSolver solver) {
    return new FifoProgram(solver);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationProgram program = program(problem);
    CertifiedPoint point = options.solver().solve(program);
    return Allocations.certified(program, problem, point.fractions(), point.bound());
  }

  private static AllocationProgram program(AllocationProblem problem) {
    double[] weight = new double[problem.jobCount()];
    int rank = 0;
    for (int m = weight.length - 1; m >= 0; m--) {
      double fastest = Shares.fastest(problem, m);
      if (fastest > 0) {
        rank++;
        weight[m] = rank / fastest;
      }
    }
    return AllocationProgram.maximizeSum(problem, weight);
  }

  @Override
  public NearOptimum near(AllocationProblem problem, Allocation optimum, double part) {
    double least = (1 - part) * optimum.certificate().objective();
    return NearOptimum.ofSum(program(problem), new double[problem.jobCount()], least);
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.WORK_CONSERVATION, Condition.NO_PAIRS)
        .and(Invariant.PARETO_EFFICIENCY, Condition.NO_PAIRS)
        .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
  }
}
