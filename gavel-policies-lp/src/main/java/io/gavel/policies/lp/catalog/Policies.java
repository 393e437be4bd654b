package io.gavel.policies.lp.catalog;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Policy;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The policies by name, for configuration files and command lines.
 *
 * <p>Two vocabularies are kept apart, because one name may mean different things in them: {@code
 * max_min_fairness} knows worker types here and is blind to them in Gavel's program, which says
 * {@code max_min_fairness_perf} for the other. {@link #named} takes this library's names, {@link
 * #ofGavel} those of Gavel's program of 2020.
 *
 * <p>Space sharing is data: a name that ends in {@code _packed} and the name without it give the
 * same kind of policy, and both use the pairs of a problem. Where jobs are to run alone, give the
 * policy {@code problem.withoutPairs()}. Stateless and thread-safe.
 */
public final class Policies {

  private static final Map<String, Supplier<Policy>> OWN = OwnNames.suppliers();

  private static final Map<String, Supplier<Policy>> GAVEL = GavelNames.suppliers();

  private Policies() {}

  /**
   * A policy by this library's name.
   *
   * @param name one of {@link #names}
   * @return the policy; equal for equal names
   * @throws IllegalArgumentException if there is no such policy; the message has the nearest names
   */
  public static Policy named(String name) {
    Supplier<Policy> policy = OWN.get(requireNonNull(name, "name"));
    if (policy != null) {
      return policy.get();
    }
    throw new IllegalArgumentException(
        "there is no policy \"%s\"; the nearest names are %s%s"
            .formatted(
                name,
                String.join(", ", NearestNames.to(name, names())),
                GAVEL.containsKey(name) ? "; it is a name of Gavel's, for Policies.ofGavel" : ""));
  }

  /**
   * All names of this library.
   *
   * @return an immutable list in the order of the reference
   */
  public static List<String> names() {
    return List.copyOf(OWN.keySet());
  }

  /**
   * A policy by the name that it has in Gavel's program.
   *
   * @param name one of {@link #namesOfGavel}
   * @return this library's policy for it; equal for equal names
   * @throws IllegalArgumentException if there is no such policy; the message has the nearest names
   */
  public static Policy ofGavel(String name) {
    Supplier<Policy> policy = GAVEL.get(requireNonNull(name, "name"));
    if (policy != null) {
      return policy.get();
    }
    throw new IllegalArgumentException(
        "Gavel has no policy \"%s\"; the nearest names are %s%s"
            .formatted(
                name,
                String.join(", ", NearestNames.to(name, namesOfGavel())),
                OWN.containsKey(name) ? "; it is a name for Policies.named" : ""));
  }

  /**
   * All names of Gavel's program that have a policy here.
   *
   * @return an immutable list in the order of Gavel's program
   */
  public static List<String> namesOfGavel() {
    return List.copyOf(GAVEL.keySet());
  }
}
