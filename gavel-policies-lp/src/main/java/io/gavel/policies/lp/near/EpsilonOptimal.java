package io.gavel.policies.lp.near;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.variant.MinimalMovement;

/**
 * A policy that can describe its near-optimal allocations by linear rows, so that a second
 * objective can be optimised among them ({@link MinimalMovement}). Implementations are immutable.
 */
public interface EpsilonOptimal extends Policy {

  /**
   * The allocations whose objective is within a relative distance of the optimum.
   *
   * @param problem the jobs and the cluster; the pairs by job type to consider are listed
   * @param optimum the result of {@link #allocate} for the same jobs
   * @param part the relative loss of objective that is allowed, relative to the larger of the two
   *     values; at least 0 and below 1
   * @return rows that the optimum satisfies up to rounding
   * @throws UnsupportedOperationException if an option of the policy cannot be expressed by such
   *     rows
   */
  NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part);
}
