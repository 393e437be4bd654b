package io.gavel.catalog;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A policy of a user. Its exceptions are reported as its own, not as those of this program.
 * Immutable.
 */
record OwnPolicy(Policy policy) implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    @Nullable Allocation answer;
    try {
      answer = policy.allocate(problem);
    } catch (AllocationException | IllegalArgumentException e) { // answers of any policy
      throw e;
    } catch (RuntimeException e) {
      throw failure("failed: " + OwnClasses.place(e), e);
    }
    if (answer == null) {
      throw failure("returned null; must return an allocation", null);
    }
    return answer;
  }

  private SolveFailedException failure(String what, @Nullable Throwable cause) {
    SolveFailedException failure =
        new SolveFailedException(OwnClasses.fault("policy", policy, what));
    failure.initCause(cause);
    return failure;
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }

  @Override
  public Set<Aspect> reads() {
    return policy.reads();
  }
}
