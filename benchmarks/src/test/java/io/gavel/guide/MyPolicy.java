package io.gavel.guide;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Claims;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.EqualShare;

/** Stands for the policy of a reader of the guide. */
final class MyPolicy implements Policy {

  private final Policy policy = new EqualShare();

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return policy.allocate(problem);
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }
}
