package io.gavel.catalog;

import io.gavel.legacy.replay.RecordedRun;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.workload.InvalidInputException;
import java.util.Map;
import java.util.Optional;

/**
 * The names of policies in Gavel's program of 2020, which {@code --policy} takes after {@link
 * #PREFIX}: some of them mean another policy here.
 */
public final class NamesOfGavel {

  /** What comes before a name of Gavel's. */
  public static final String PREFIX = "gavel:";

  /** Policies on a reference type, which the command line takes from the problem. */
  private static final Map<String, String> ON_REFERENCE =
      Map.of(
          "finish_time_fairness",
          "finish_time_fairness_agnostic",
          "min_total_duration",
          "makespan_agnostic");

  private NamesOfGavel() {}

  /**
   * Returns this library's name of a policy.
   *
   * @param name one of {@link Policies#namesOfGavel}
   * @return a key of {@link PolicyCatalog}
   */
  public static String own(String name) {
    String known = ON_REFERENCE.get(name);
    if (known != null) {
      return known;
    }
    Policy policy = Policies.ofGavel(name);
    return Policies.names().stream()
        .filter(own -> Policies.named(own).equals(policy))
        .filter(own -> PolicyCatalog.entry(own).packed() == RecordedRun.packs(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no name for %s".formatted(name)));
  }

  /** Returns Gavel's name that is equal but for case, {@code -} and {@code _}. */
  static Optional<String> like(String name) {
    return Policies.namesOfGavel().stream()
        .filter(known -> PolicyCatalog.isSame(known, name))
        .findFirst();
  }

  /** Returns the key of a name with {@link #PREFIX}. */
  static String canonical(String name) {
    return like(name.strip().substring(PREFIX.length()))
        .map(NamesOfGavel::own)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Gavel has no policy \"%s\"; it has %s"
                        .formatted(name, String.join(", ", Policies.namesOfGavel()))));
  }
}
