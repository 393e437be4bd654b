package io.gavel.guide;

import io.gavel.policies.Policy;
import io.gavel.policies.contract.PolicyContract;

// contract: begin
class MyPolicyTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new MyPolicy();
  }
}
// contract: end
