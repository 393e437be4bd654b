package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.Set;

/**
 * Short completion times on average while jobs keep arriving: everyone where it is most useful, and
 * the shorter first where that leaves a choice.
 *
 * <pre>
 *   maximise over X   Σ_m w_m (L / left_m)^α · throughput(m, X) / fastest(m)
 *   left_m = steps_m / fastest(m),   L = max_m left_m
 * </pre>
 *
 * <p>with weights {@code w} and a favour {@code α} for short jobs from 0 to 1. For {@code α = 0}
 * this is the greatest total of shares ({@link StepWeight#WEIGHTED_SHARES}), which does most work.
 * For {@code α = 1} it is the greatest rate at which jobs leave, {@code Σ w_m throughput(m, X) /
 * steps_m}: Smith's rule, and on workers that are all alike shortest remaining time first. On
 * unlike workers that rule puts short jobs on workers where others would do more, and at a high
 * load the work that is not done makes everybody wait. A small favour decides between jobs that are
 * as useful in the same place, and hardly anything else.
 *
 * <p>The certificate's objective is this sum. One program with at most nK columns and 2n + K rows,
 * and K more columns a pair. Jobs that are done, and those that run only beside others, count
 * nothing; a long job may starve. SLOs are not looked at. Immutable; may be shared by threads.
 */
public final class AverageCompletionTime extends Configured implements Policy {

  private static final double FAVOUR = 0.1;

  private record Options(CertifiedSolver solver, double favour) {}

  private final Options options;

  private AverageCompletionTime(CertifiedSolver solver, double favour) {
    options = new Options(solver.forPolicy("average_completion_time"), favour);
  }

  /**
   * The policy with the library's own solvers and a favour of 0.1.
   *
   * @return the policy
   */
  public static AverageCompletionTime create() {
    return new AverageCompletionTime(CertifiedSolver.standard(), FAVOUR);
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public AverageCompletionTime withSolver(CertifiedSolver solver) {
    return new AverageCompletionTime(solver, options.favour());
  }

  /**
   * The same policy, which favours short jobs more or less.
   *
   * @param other the favour {@code α}, from 0 to 1
   * @return a copy
   * @throws IllegalArgumentException if it is outside
   */
  public AverageCompletionTime withFavour(double other) {
    if (!(other >= 0 && other <= 1)) {
      throw new IllegalArgumentException(
          "favour for short jobs is %s; it must be from 0 to 1".formatted(other));
    }
    return new AverageCompletionTime(options.solver(), other);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if a job that can run has no steps remaining given
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationProgram program = AllocationProgram.maximizeSum(problem, worthOfStep(problem));
    CertifiedSolution point = options.solver().solve(program);
    return AllocationFactory.certified(
        problem, point, point.objective(), point.bound().value(), point.bound().prices());
  }

  private double[] worthOfStep(AllocationProblem problem) {
    double[] fastest = new double[problem.jobCount()];
    double[] left = new double[fastest.length];
    for (int m = 0; m < left.length; m++) {
      fastest[m] = PoolShares.fastest(problem, m);
      left[m] =
          fastest[m] > 0
              ? AllocationFactory.requireSteps(problem.job(m), "average completion time")
                  / fastest[m]
              : 0;
    }
    double longest = Arrays.stream(left).max().orElse(0);
    double[] worth = new double[left.length];
    for (int m = 0; m < worth.length; m++) {
      worth[m] =
          left[m] > 0
              ? problem.job(m).weight()
                  * StrictMath.pow(longest / left[m], options.favour())
                  / fastest[m]
              : 0;
    }
    return worth;
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.WEIGHTS, Aspect.STEPS, Aspect.PAIRS, Aspect.SHARES);
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.WORK_CONSERVATION, everyoneCounts())
        .and(Invariant.PARETO_EFFICIENCY, everyoneCounts())
        .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS)
        .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
  }

  private static Condition[] everyoneCounts() {
    return new Condition[] {Condition.NO_PAIRS, Condition.COMPARABLE_WEIGHTS, Condition.WORK_LEFT};
  }
}
