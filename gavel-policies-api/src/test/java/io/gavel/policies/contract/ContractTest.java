package io.gavel.policies.contract;

import io.gavel.policies.Policy;

/** A correct policy passes the contract for JUnit Jupiter. */
class ContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return PlainPolicies.slices();
  }
}
