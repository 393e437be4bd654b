package io.gavel.catalog;

import io.gavel.catalog.OwnClasses.Own;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policies of users, in addition to {@link PolicyCatalog}. Immutable.
 *
 * @param classes where they come from
 */
public record OwnPolicies(OwnClasses classes) {

  /** The suffix of the name of a class whose policy receives pairs of jobs. */
  public static final String PAIRS = "+pairs";

  /**
   * Returns the policy of a name.
   *
   * @param name a name of {@link PolicyCatalog} or of a provider, or the name of a class
   * @return its entry
   * @throws InvalidInputException if there is no such policy, or if it cannot be created
   */
  public PolicyEntry entry(String name) {
    boolean pairs = name.startsWith(OwnClasses.CLASS) && name.endsWith(PAIRS);
    String alone = pairs ? name.substring(0, name.length() - PAIRS.length()) : name;
    return classes
        .find("--policy", Policy.class, alone)
        .map(own -> entry(name, own))
        .map(entry -> pairs ? entry.needing(PolicyEntry.Need.PAIRS) : entry)
        .orElseGet(() -> PolicyCatalog.entry(PolicyCatalog.canonical(name)));
  }

  /**
   * Returns the policies that the class path provides as services.
   *
   * @return their entries, in the order of the class path
   * @throws InvalidInputException if a provider cannot be created
   */
  public List<PolicyEntry> entries() {
    return classes.providers(Policy.class).stream().map(own -> entry(own.key(), own)).toList();
  }

  private static PolicyEntry entry(String key, Own<Policy> own) {
    Policy policy = new OwnPolicy(own.value());
    return PolicyEntry.of(key, "own policy " + own.className(), reference -> policy);
  }

  /**
   * A policy of a user. Its exceptions are reported as faults of the policy, not of this program.
   * Immutable.
   */
  private record OwnPolicy(Policy policy) implements Policy {

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
        throw failure("returned null; it must return an allocation", null);
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
}
