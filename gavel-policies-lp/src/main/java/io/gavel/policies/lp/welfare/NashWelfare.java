package io.gavel.policies.lp.welfare;

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
import io.gavel.policies.lp.internal.ProgressCheck;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.Set;

/**
 * Nash welfare, also called proportional fairness.
 *
 * <pre>
 *   maximise over X   Σ_m w_m log throughput(m, X)
 * </pre>
 *
 * <p>At the optimum, no other allocation has a positive weighted sum of relative changes of
 * throughput. The throughputs are unique and do not depend on the unit in which a job's steps are
 * counted. The certificate's objective and bound are this sum of logarithms. Its gap is a relative
 * error of the weighted product, so it is measured against {@code Σ w}.
 *
 * <p>{@link #unweighted} ignores the weights. Solved in the same way as {@link MeanFairness}, with
 * {@code p = 0}. Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param weighted whether weights count
 */
public record NashWelfare(CertifiedSolver solver, boolean weighted) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param weighted whether weights count
   */
  public NashWelfare {
    solver = solver.forPolicy("nash");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static NashWelfare create() {
    return new NashWelfare(CertifiedSolver.standard(), true);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public NashWelfare withSolver(CertifiedSolver solver) {
    return new NashWelfare(solver, weighted);
  }

  /**
   * Returns a copy for jobs of equal weight.
   *
   * @return a policy that ignores weights
   */
  public NashWelfare unweighted() {
    return new NashWelfare(solver, false);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    double[] weight = weights(problem, weighted);
    ProgressCheck.require(problem, solver, m -> weight[m] > 0);
    CertifiedSolution point = solver.solveOrFeasible(program(problem, weight));
    return AllocationFactory.certified(
        problem, point, point.bound(), used -> Statement.of(Goal.welfare(weight, 0)));
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> unweighted = ProgramPolicies.reads();
    return weighted ? Aspect.union(unweighted, Aspect.WEIGHTS) : unweighted;
  }

  @Override
  public Claims claims() {
    return claimsOfMean().without(Invariant.PROVED);
  }

  /** Returns the claims of a sum of strictly concave, increasing utilities. */
  static Claims claimsOfMean() {
    return ProgramPolicies.claims(
            Condition.NO_PAIRS, Condition.FIRST_WAYS, Condition.COMPARABLE_WEIGHTS)
        .and(Invariant.PROGRESS);
  }

  /** Returns the weights of the jobs, or 1 for each; 0 for jobs that cannot run. */
  static double[] weights(AllocationProblem problem, boolean weighted) {
    boolean[] runnable = PoolShares.runnable(problem);
    double[] weight = new double[runnable.length];
    Arrays.setAll(weight, m -> runnable[m] ? weighted ? problem.job(m).weight() : 1 : 0);
    return weight;
  }

  static AllocationProgram program(AllocationProblem problem, double[] weight) {
    return AllocationProgram.maximizeUtility(problem, weight, 0);
  }
}
