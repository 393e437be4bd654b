package io.gavel.catalog;

import static io.gavel.catalog.PolicyEntry.Need.ENTITIES;
import static io.gavel.catalog.PolicyEntry.Need.PAIRS;
import static io.gavel.catalog.PolicyEntry.Need.PURCHASABLE;
import static io.gavel.catalog.PolicyEntry.Need.REFERENCE_TYPE;
import static io.gavel.catalog.PolicyEntry.Need.RIGID_JOBS;
import static io.gavel.catalog.PolicyEntry.Need.SINGLE_WORKERS;
import static io.gavel.catalog.PolicyEntry.Need.SLOS;

import io.gavel.baselines.Baselines;
import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The policies of the command line, in the order in which {@code all} runs them: {@link
 * Policies#standard}, the {@linkplain Baselines baselines}, and three that depend on the problem.
 */
public final class PolicyCatalog {

  /** The prefix of names of Gavel's program of 2020, some of which have another meaning here. */
  public static final String GAVEL = "gavel:";

  private static final String ALL = "all";

  /** The length of the common prefix of suggestions for an unknown name. */
  private static final int STEM = 4;

  private static final Set<String> OVER_ENTITIES =
      Set.of("hierarchical", "hierarchical_packed", "max_min_entities");

  private static final Set<String> WITH_SLOS =
      Set.of(
          "throughput_per_cost_sum_slo",
          "throughput_per_cost_sum_slo_packed",
          "throughput_per_cost_sum_best_effort");

  private PolicyCatalog() {}

  public static List<PolicyEntry> entries() {
    Policies named = Policies.standard().and(Baselines.policies());
    List<PolicyEntry> all = new ArrayList<>();
    for (String name : named.names()) {
      all.add(entry(name, named));
      onProblem(name).ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  private static PolicyEntry entry(String name, Policies named) {
    PolicyEntry entry =
        PolicyEntry.of(name, named.description(name), reference -> named.named(name));
    if (OVER_ENTITIES.contains(name)) {
      entry = entry.needing(ENTITIES);
    }
    if (WITH_SLOS.contains(name)) {
      entry = entry.needing(SLOS);
    }
    if (name.endsWith("_packed")) {
      entry = entry.needing(PAIRS);
    }
    return switch (name) {
      case "equal_share" -> entry.reporting(PolicyResult::equalShare);
      case "max_envy_free", "oef_cooperative" -> entry.needing(RIGID_JOBS);
      case "throughput_per_cost_sum_slo", "throughput_per_cost_sum_slo_packed" ->
          entry.elseShowing(ThroughputPerPrice.create().withoutSlos());
      case "throughput_per_cost_sum_best_effort" -> entry.reporting(PolicyResult::droppedSlos);
      case "least_cost" -> entry.needing(PURCHASABLE);
      case "allox", "allox_fair" -> entry.needing(SINGLE_WORKERS);
      case "gandiva" -> entry.needing(PAIRS);
      default -> entry;
    };
  }

  /** Returns the policy that depends on the problem and follows a name in the catalogue. */
  private static Optional<PolicyEntry> onProblem(String name) {
    return switch (name) {
      case "finish_time_fairness" -> Optional.of(agnostic(name, FinishTimeFairness.create()));
      case "makespan" -> Optional.of(agnostic(name, Makespan.create()));
      case "tiresias_las_normalized" ->
          Optional.of(
              PolicyEntry.of(
                  "tiresias_gittins",
                  "the same by Gittins index, with the durations of the jobs as their distribution",
                  reference -> Schedulers.GittinsOfTheJobs.POLICY));
      default -> Optional.empty();
    };
  }

  private static PolicyEntry agnostic(String name, Policy policy) {
    return PolicyEntry.of(
            name + "_agnostic",
            "the same, with all worker types considered equal to the reference type",
            reference -> new OnReference(policy, reference))
        .needing(REFERENCE_TYPE);
  }

  /** A policy that considers every worker type equal to the problem's reference type. */
  private record OnReference(Policy policy, OptionalInt referenceType) implements Policy {
    @Override
    public Allocation allocate(AllocationProblem problem) {
      String type = problem.cluster().type(referenceType.orElseThrow()).name();
      return HeterogeneityAgnostic.referenceType(policy, type).allocate(problem);
    }

    @Override
    public Set<Aspect> reads() {
      return HeterogeneityAgnostic.unitRates(policy).reads();
    }
  }

  /** Returns whether a name stands for all policies that a problem's data allow. */
  public static boolean isAll(String name) {
    return name.strip().equalsIgnoreCase(ALL);
  }

  /** Returns the names of all policies, in order. */
  public static List<String> keys() {
    return entries().stream().map(PolicyEntry::key).toList();
  }

  /**
   * Returns the canonical key of a name; {@code -} and {@code _} are equivalent. A name of Gavel's
   * program stands behind {@link #GAVEL}.
   *
   * @throws InvalidInputException if there is no such policy
   */
  public static String canonical(String name) {
    String key = words(name);
    if (key.startsWith(GAVEL)) {
      return ofGavel(name.strip().substring(GAVEL.length()))
          .map(PolicyCatalog::nameOfGavels)
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      "Gavel has no policy \"%s\"; it has %s"
                          .formatted(name, String.join(", ", Policies.ofGavel().names()))));
    }
    if (!key.equals(ALL) && !keys().contains(key)) {
      throw new InvalidInputException(
          "there is no policy \"%s\"%s; gavel policies lists all".formatted(name, meant(key)));
    }
    return key;
  }

  /** Returns whether two names are equal if {@code -} and {@code _} are, and either case. */
  public static boolean isSame(String name, String other) {
    return words(name).equals(words(other));
  }

  private static String words(String name) {
    return name.strip().replace('-', '_').toLowerCase(Locale.ROOT);
  }

  /** Returns Gavel's name that is equal but for case, {@code -} and {@code _}. */
  private static Optional<String> ofGavel(String name) {
    return Policies.ofGavel().names().stream().filter(known -> isSame(known, name)).findFirst();
  }

  /**
   * Returns the name in this catalogue of a policy of Gavel's program. Policies on a reference type
   * take it from the problem.
   *
   * @param gavels one of the names of {@link Policies#ofGavel}
   */
  public static String nameOfGavels(String gavels) {
    return switch (gavels) {
      case "finish_time_fairness" -> "finish_time_fairness_agnostic";
      case "min_total_duration" -> "makespan_agnostic";
      default -> Policies.ofGavel().description(gavels);
    };
  }

  private static String meant(String key) {
    Optional<String> gavels = ofGavel(key);
    if (gavels.isPresent()) {
      return "; it is a name of Gavel's, written %s%s, and is %s here"
          .formatted(GAVEL, gavels.get(), nameOfGavels(gavels.get()));
    }
    String stem = key.substring(0, Math.min(key.length(), STEM));
    String similar =
        keys().stream()
            .filter(known -> !key.isEmpty())
            .filter(known -> known.startsWith(stem) || known.contains(key))
            .collect(Collectors.joining(", "));
    return similar.isEmpty() ? "" : " (did you mean %s?)".formatted(similar);
  }

  /** Returns the entry of a canonical key other than {@code all}. */
  public static PolicyEntry entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst().orElseThrow();
  }

  /** Returns the entries that a problem's data allow. */
  public static List<PolicyEntry> allowedBy(ProblemFile file) {
    return entries().stream().filter(entry -> entry.lacking(file).isEmpty()).toList();
  }
}
