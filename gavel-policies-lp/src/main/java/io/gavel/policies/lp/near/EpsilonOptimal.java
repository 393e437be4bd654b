package io.gavel.policies.lp.near;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.variant.MinimalMovement;

/**
 * A policy that can say by linear rows which allocations are almost as good as its optimum, so that
 * another end may be pursued among them ({@link MinimalMovement}). Implementations are immutable.
 */
public interface EpsilonOptimal extends Policy {

  /**
   * The allocations whose objective is within a part of the optimum.
   *
   * @param problem the jobs and the cluster; pairs by job type are listed as far as they are to be
   *     looked at
   * @param optimum what {@link #allocate} returned, for the same jobs
   * @param part by how much the objective may be worse, as a part of the larger of the two; at
   *     least 0 and below 1
   * @return rows that the optimum keeps, but for rounding
   * @throws UnsupportedOperationException if an option of the policy cannot be said by such rows
   */
  NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part);
}
