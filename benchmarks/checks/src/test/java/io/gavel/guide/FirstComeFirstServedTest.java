package io.gavel.guide;

import io.gavel.policies.Policy;
import io.gavel.policies.contract.PolicyContract;

// contract: begin
class FirstComeFirstServedTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new FirstComeFirstServed();
  }
}
// contract: end
