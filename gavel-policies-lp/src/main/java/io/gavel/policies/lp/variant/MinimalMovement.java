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
 * Decorates a policy to stay close to an earlier allocation: among the near-optimal allocations, it
 * returns one that moves the least GPU-time. Optimal allocations form a face, and the allocation
 * that a policy returns may jump across it when a job arrives. Here, a job that need not move keeps
 * its workers.
 *
 * <pre>
 *   maximise over X   Σ_g s_g Σ_j min(X_gj, previous_gj)
 *   subject to        objective(X) within a relative distance of the optimum
 * </pre>
 *
 * <p>over the groups that are in both problems. Jobs are matched by id and worker types by name, so
 * jobs may come and go and the cluster may change. Free capacity then goes to the jobs that gain
 * the largest part of their fastest throughput; this moves at most a millionth of the cluster's
 * GPU-time.
 *
 * <p>The certificate refers to the decorated policy: its bound and prices are those of the optimum,
 * and its objective is that of the returned allocation. So its gap is at most the allowed loss.
 * Identical jobs keep their own earlier allocations, which need not be identical.
 *
 * <p>In addition to the programs of the policy, one more program with at most twice as many columns
 * is solved by an interior-point method of {@code O(n K³)} per step ({@link ClosestPoint}); with
 * pairs {@code O((n + pairs held)³)}.
 *
 * <p>Immutable and thread-safe.
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
   * A policy that stays close to an allocation and may lose one part in a hundred of its objective.
   *
   * @param policy the policy whose objective is kept
   * @param previous the allocation to stay close to, by any policy and for any problem
   * @return the policy
   */
  public static MinimalMovement to(Allocation previous, EpsilonOptimal policy) {
    return new MinimalMovement(policy, previous, USUAL, SolveLimits.none());
  }

  /**
   * The same policy with another loss of objective.
   *
   * @param newPart the allowed relative loss of objective against the optimum, relative to the
   *     larger of the two values; from 1e-5, since optima are accurate to 1e-6, to less than 1
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
   * The same policy with limits on the search for the closest allocation. The decorated policy
   * keeps its own limits.
   *
   * @param newLimits the limits of the search; with {@link LimitAction#BEST_FEASIBLE} the result is
   *     the optimum when they expire
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
   * Allocates, and reports the movement saved.
   *
   * @param problem the jobs and the cluster
   * @return the allocation together with the optimum
   * @throws SolveStoppedException if limits ended the search and their action is to throw
   * @throws SolveFailedException if no allocation is proved to be closest
   * @throws UnsupportedOperationException if the near-optimal set is not defined for an option of
   *     the policy
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
    double[] previousByColumn = new double[program.columnCount()];
    Arrays.setAll(previousByColumn, c -> previousAllocation.fraction(program.entry(c)));
    double movedByOptimum = previousAllocation.movedBy(optimum);
    try {
      ClosestPoint closest = ClosestPoint.of(program, near.leastGain(), previousByColumn, limits);
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
