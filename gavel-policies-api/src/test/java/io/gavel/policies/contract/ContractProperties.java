package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;

/** A correct policy passes the contract for jqwik. */
class ContractProperties extends PolicyContractProperties {
  @Override
  protected Policy policy() {
    return PlainPolicies.greedy();
  }

  /** It gives jobs their own rows only, so a job that runs in a configuration alone would idle. */
  @Override
  protected AllocationProblem adapt(AllocationProblem problem) {
    return problem.withoutConfigurations();
  }
}
