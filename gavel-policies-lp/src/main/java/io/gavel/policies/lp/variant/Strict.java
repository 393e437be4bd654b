package io.gavel.policies.lp.variant;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses a problem with an {@link Aspect} that the decorated policy does not {@linkplain
 * Policy#reads read}, such as entities for max-min fairness.
 *
 * <p>A problem has an aspect if it differs from the default: a weight other than 1, an entity, a
 * deadline, steps, a history, a pair, a configuration, a share of a worker, a price. Every problem
 * has an order of arrival, so {@link Aspect#ARRIVAL_ORDER} is never refused. Aspects that may be
 * ignored can be {@linkplain #ignoring allowed}.
 *
 * <p>The answers are the answers of the decorated policy. Immutable; may be shared by threads if
 * that may.
 *
 * @param policy the decorated policy
 * @param ignored the aspects that may be ignored without an exception
 */
public record Strict(Policy policy, List<Aspect> ignored) implements Policy {

  /**
   * Checks the options.
   *
   * @param policy the decorated policy
   * @param ignored the aspects that may be ignored without an exception
   */
  public Strict {
    requireNonNull(policy, "policy");
    ignored = List.copyOf(ignored);
  }

  /**
   * Creates a policy that refuses problems with ignored aspects.
   *
   * @param policy the decorated policy
   * @return the policy
   */
  public static Strict of(Policy policy) {
    return new Strict(policy, List.of());
  }

  /**
   * Returns a copy that ignores further aspects.
   *
   * @param aspects the aspects that a problem may have although the policy does not read them;
   *     added to the allowed aspects
   * @return a copy
   */
  public Strict ignoring(Aspect... aspects) {
    return new Strict(
        policy, List.copyOf(Aspect.union(Aspect.union(Set.of(), aspects), allowed())));
  }

  private Aspect[] allowed() {
    return ignored.toArray(Aspect[]::new);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem carries an aspect that would be ignored; the
   *     message names the aspect, the policy, and the job, entity or worker type that carries it
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    Set<Aspect> unread = EnumSet.allOf(Aspect.class);
    unread.removeAll(policy.reads());
    unread.removeAll(ignored);
    for (Aspect aspect : unread) {
      Optional<String> carrier = AspectCarrier.carrier(problem, aspect);
      if (carrier.isPresent()) {
        throw new IllegalArgumentException(
            "%s, but %s does not read %s".formatted(carrier.get(), policy, aspect));
      }
    }
    return policy.allocate(problem);
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> refused = Aspect.minus(Aspect.all(), allowed());
    return Aspect.union(
        policy.reads(), Aspect.minus(refused, Aspect.ARRIVAL_ORDER).toArray(Aspect[]::new));
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }
}
