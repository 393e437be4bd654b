package com.example;

import io.gavel.policies.Policy;
import io.gavel.policies.contract.PolicyContract;

/** The rules that every policy keeps, on random problems. */
class LeastWorkLeftTest extends PolicyContract {

  @Override
  protected Policy policy() {
    return new LeastWorkLeft();
  }
}
