package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.Set;

/**
 * Low average completion time while jobs keep arriving. Each job runs where it is most useful;
 * among equally useful placements, shorter jobs come first.
 *
 * <pre>
 *   maximise over X   Σ_m w_m (L / left_m)^α · throughput(m, X) / fastest(m)
 *   left_m = steps_m / fastest(m),   L = max_m left_m
 * </pre>
 *
 * <p>with weights {@code w} and a favour {@code α} for short jobs, from 0 to 1. {@code α = 0}
 * maximises the total of shares ({@link StepWeight#WEIGHTED_SHARES}), and so the work done. {@code
 * α = 1} maximises the rate at which jobs complete, {@code Σ w_m throughput(m, X) / steps_m}:
 * Smith's rule, which on identical workers is shortest remaining time first. On heterogeneous
 * workers that rule places short jobs on workers where other jobs would do more, and at high load
 * the lost work delays all jobs. A small favour decides only between jobs that are about equally
 * useful in the same place.
 *
 * <p>The certificate's objective is this sum. One program with at most nK columns and 2n + K rows,
 * and K more columns for each pair. Jobs that are done, and jobs that run only in pairs, do not
 * count. A long job may starve. SLOs are ignored. Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param favour the favour for short jobs, from 0 to 1
 */
public record AverageCompletionTime(CertifiedSolver solver, double favour) implements Policy {

  private static final double FAVOUR = 0.1;

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param favour the favour for short jobs, from 0 to 1
   * @throws IllegalArgumentException if a number is out of range
   */
  public AverageCompletionTime {
    solver = solver.forPolicy("average_completion_time");
    if (!(favour >= 0 && favour <= 1)) {
      throw new IllegalArgumentException(
          "favour for short jobs is %s; it must be from 0 to 1".formatted(favour));
    }
  }

  /**
   * Returns the policy with the standard solvers and a favour of 0.1.
   *
   * @return the policy
   */
  public static AverageCompletionTime create() {
    return new AverageCompletionTime(CertifiedSolver.standard(), FAVOUR);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public AverageCompletionTime withSolver(CertifiedSolver solver) {
    return new AverageCompletionTime(solver, favour);
  }

  /**
   * Returns a copy with another favour for short jobs.
   *
   * @param other the favour {@code α}, from 0 to 1
   * @return a copy
   * @throws IllegalArgumentException if the favour is outside that range
   */
  public AverageCompletionTime withFavour(double other) {
    return new AverageCompletionTime(solver, other);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the steps remaining of a job that can run are not given
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    double[] weights = stepWeights(problem);
    double[] none = new double[weights.length];
    return SumObjective.maximize(
        solver, problem, none, of -> AllocationProgram.maximizeSum(of, weights));
  }

  private double[] stepWeights(AllocationProblem problem) {
    double[] fastest = new double[problem.jobCount()];
    double[] left = new double[fastest.length];
    for (int m = 0; m < left.length; m++) {
      fastest[m] = PoolShares.fastest(problem, m);
      left[m] =
          fastest[m] > 0
              ? JobRates.requireSteps(problem.job(m), "average completion time") / fastest[m]
              : 0;
    }
    double longest = Arrays.stream(left).max().orElse(0);
    double[] weight = new double[left.length];
    for (int m = 0; m < weight.length; m++) {
      weight[m] =
          left[m] > 0
              ? problem.job(m).weight() * StrictMath.pow(longest / left[m], favour) / fastest[m]
              : 0;
    }
    return weight;
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.WEIGHTS, Aspect.STEPS);
  }

  @Override
  public Claims claims() {
    return ProgramPolicies.claims(
        Condition.NO_PAIRS,
        Condition.FIRST_WAYS,
        Condition.COMPARABLE_WEIGHTS,
        Condition.WORK_LEFT);
  }
}
