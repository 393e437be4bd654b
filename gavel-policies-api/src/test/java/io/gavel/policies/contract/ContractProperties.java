package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;

/** A correct policy passes the contract for jqwik. */
class ContractProperties extends PolicyContractProperties {
  @Override
  protected Policy policy() {
    return Zoo.greedy();
  }

  /** It knows jobs of one size only, and lets others idle. */
  @Override
  protected AllocationProblem adapt(AllocationProblem problem) {
    return problem.withoutConfigurations();
  }
}
