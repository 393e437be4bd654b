package io.gavel.policies.lp.variant;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.solver.closest.ClosestPoint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.LimitAction;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Set;

/**
 * A policy that stays close to an earlier allocation: among the allocations within a part of the
 * optimum, one that moves the least GPU-time. Optima are whole faces, and what a policy returns may
 * jump from end to end when a job arrives; a job that need not be moved keeps its workers here.
 *
 * <pre>
 *   maximise over X   Σ_g s_g Σ_j min(X_gj, previous_gj)
 *   subject to        objective(X) within a part of the optimum
 * </pre>
 *
 * <p>over the groups that are in both problems: jobs are told by id and worker types by name, so
 * that jobs may come and go and the cluster may change. Workers that nobody need move and nobody
 * else uses run the jobs to which they bring the largest part of their fastest throughput; that
 * costs at most a millionth of the cluster in GPU-time moved.
 *
 * <p>The certificate is that of the policy underneath: its bound and prices are the optimum's, its
 * objective is what this allocation reaches. So its gap is, honestly, up to the part that was asked
 * for. Identical jobs keep what each of them had, which need not be identical.
 *
 * <p>Beside the programs of the policy one more of at most twice as many columns, by an
 * interior-point method of {@code O(n K³)} a step ({@link ClosestPoint}); with pairs {@code O((n +
 * pairs held)³)}.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class MinimalMovement extends Configured implements Policy {

  private static final double USUAL = 0.01;

  private static final double LEAST = 1e-5;

  private record Options(
      EpsilonOptimal policy, Allocation previous, double part, SolveLimits limits) {}

  private final Options options;

  private MinimalMovement(
      EpsilonOptimal policy, Allocation previous, double part, SolveLimits limits) {
    options =
        new Options(
            requireNonNull(policy, "policy"),
            requireNonNull(previous, "previous"),
            part,
            requireNonNull(limits, "limits"));
  }

  /**
   * A policy that stays close, for one part in a hundred of its objective.
   *
   * @param policy says what is optimal
   * @param previous the allocation to stay close to, by any policy and for any problem
   * @return the policy
   */
  public static MinimalMovement to(Allocation previous, EpsilonOptimal policy) {
    return new MinimalMovement(policy, previous, USUAL, SolveLimits.none());
  }

  /**
   * The same for another price.
   *
   * @param newPart by how much the objective may be worse than the optimum, as a part of the larger
   *     of the two; from 1e-5, since optima are known to 1e-6, to less than 1
   * @return a copy
   * @throws IllegalArgumentException if the part is outside that range
   */
  public MinimalMovement within(double newPart) {
    if (!(newPart >= LEAST && newPart < 1)) {
      throw new IllegalArgumentException(
          "part of the objective is %s; it must be from 1e-5 to less than 1".formatted(newPart));
    }
    return new MinimalMovement(options.policy(), options.previous(), newPart, options.limits());
  }

  /**
   * The same with limits on the search for the closest allocation; those of the policy underneath
   * are its own.
   *
   * @param newLimits when to end it. Then, with {@link LimitAction#BEST_FEASIBLE}, the answer is
   *     the optimum
   * @return a copy
   */
  public MinimalMovement withLimits(SolveLimits newLimits) {
    return new MinimalMovement(options.policy(), options.previous(), options.part(), newLimits);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return stay(problem).allocation();
  }

  /**
   * Allocates, and tells what was saved.
   *
   * @param problem the jobs and the cluster
   * @return the allocation beside the optimum
   * @throws SolveStoppedException if limits ended it and say so
   * @throws SolveFailedException if no allocation is proved to be closest
   * @throws UnsupportedOperationException if the policy's options do not say what is almost optimal
   */
  public MinimalMovementResult stay(AllocationProblem problem) {
    EpsilonOptimal policy = options.policy();
    Allocation previous = options.previous();
    SolveLimits limits = options.limits();
    Allocation optimum = policy.allocate(problem);
    AllocationProblem listed = PreviousAllocation.listing(problem, optimum, previous);
    PreviousAllocation previousAllocation = PreviousAllocation.of(listed, previous);
    NearOptimalSet near = policy.near(listed, optimum, options.part());
    AllocationProgram program = near.program();
    double[] heldByColumn = new double[program.columnCount()];
    Arrays.setAll(heldByColumn, c -> previousAllocation.fraction(program.entry(c)));
    double movedByOptimum = previousAllocation.movedBy(optimum);
    try {
      ClosestPoint closest = ClosestPoint.of(program, near.leastGain(), heldByColumn, limits);
      Allocation close = certified(listed, near, closest.fractions(), optimum.certificate());
      double moved = previousAllocation.movedBy(close);
      double least = Math.max(0, previousAllocation.workers() - closest.mostKept());
      return new MinimalMovementResult(
          close, optimum, moved, movedByOptimum, Math.min(least, moved));
    } catch (SolveStoppedException stopped) {
      if (limits.onExpiry() == LimitAction.THROW) {
        throw stopped;
      }
      return new MinimalMovementResult(optimum, optimum, movedByOptimum, movedByOptimum, 0);
    }
  }

  private Allocation certified(
      AllocationProblem listed, NearOptimalSet near, double[] x, Certificate optimum) {
    double objective = near.objective().applyAsDouble(x);
    Allocation close =
        AllocationFactory.certified(
            near.program(), listed, x, objective, optimum.bound(), optimum.prices());
    double open = Math.max(optimum.relativeGap(), Tolerance.CERTIFIED.relative());
    if (!close.certificate().holdsWithin(new Tolerance(0, options.part() + open))) {
      throw new SolveFailedException(
          "the closest allocation is not within %s of the optimum: %s"
              .formatted(options.part(), close.certificate()));
    }
    return close;
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return options.policy().reads();
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
