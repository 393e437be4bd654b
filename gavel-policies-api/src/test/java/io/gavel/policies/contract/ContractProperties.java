package io.gavel.policies.contract;

import io.gavel.policies.Policy;

/** A correct policy passes the contract for jqwik. */
class ContractProperties extends PolicyContractProperties {
  @Override
  protected Policy policy() {
    return Zoo.greedy();
  }
}
