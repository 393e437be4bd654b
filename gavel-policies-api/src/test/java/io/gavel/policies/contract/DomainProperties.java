package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import net.jqwik.api.Assume;

/** The contract for jqwik of a policy for problems of its domain only. */
class DomainProperties extends PolicyContractProperties {

  @Override
  protected Policy policy() {
    return DomainTest.policyOfPlainProblems();
  }

  @Override
  protected AllocationProblem adapt(AllocationProblem problem) {
    Assume.that(problem.jobCount() <= 4);
    return DomainTest.plain(problem);
  }
}
