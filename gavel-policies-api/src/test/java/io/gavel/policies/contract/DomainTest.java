package io.gavel.policies.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Job;

/** The contract of a policy for problems of its domain only. */
class DomainTest extends PolicyContract {

  /** Whether the policy is made for the problem. */
  static boolean isPlain(AllocationProblem problem) {
    return problem.cluster().poolCount() == problem.cluster().typeCount()
        && problem.jobs().stream().allMatch(job -> job.gpuMilli() == Job.WHOLE_WORKER)
        && problem.groupCount() == problem.jobCount()
        && problem.jobCount() <= 5; // some rules add a job
  }

  /** Fails for problems beyond its domain. */
  static Policy policyOfPlainProblems() {
    return new Policy() {
      @Override
      public Allocation allocate(AllocationProblem problem) {
        if (!isPlain(problem)) {
          throw new UnsupportedOperationException(problem.toString());
        }
        return PlainPolicies.greedy().allocate(problem);
      }

      @Override
      public Claims claims() {
        return PlainPolicies.greedy().claims();
      }
    };
  }

  static AllocationProblem plain(AllocationProblem problem) {
    return problem.withoutPairs().withoutConfigurations().withoutPools().withoutShares();
  }

  @Override
  protected Policy policy() {
    return policyOfPlainProblems();
  }

  @Override
  protected AllocationProblem adapt(AllocationProblem problem) {
    assumeTrue(problem.jobCount() <= 4);
    return plain(problem);
  }
}
