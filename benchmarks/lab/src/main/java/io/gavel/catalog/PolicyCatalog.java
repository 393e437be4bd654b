package io.gavel.catalog;

import static io.gavel.catalog.PolicyEntry.Need.ENTITIES;
import static io.gavel.catalog.PolicyEntry.Need.PAIRS;
import static io.gavel.catalog.PolicyEntry.Need.PURCHASABLE;
import static io.gavel.catalog.PolicyEntry.Need.REFERENCE_TYPE;
import static io.gavel.catalog.PolicyEntry.Need.RIGID_JOBS;
import static io.gavel.catalog.PolicyEntry.Need.SINGLE_WORKERS;
import static io.gavel.catalog.PolicyEntry.Need.SLOS;

import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The policies of the command line, in the order in which {@code all} runs them. Three of them
 * depend on the problem; the others are those of {@link io.gavel.policies.lp.catalog.Policies}.
 */
public final class PolicyCatalog {

  private static final String ALL = "all";

  /** The length of the common prefix of suggestions for an unknown name. */
  private static final int STEM = 4;

  private PolicyCatalog() {}

  public static List<PolicyEntry> entries() {
    return Stream.of(
            shares(),
            maxMin(),
            waterFilling(),
            finishTime(),
            entities(),
            makespan(),
            means(),
            queues(),
            cost(),
            capacity(),
            baselines(),
            Schedulers.entries())
        .flatMap(List::stream)
        .toList();
  }

  private static List<PolicyEntry> shares() {
    return List.of(
        PolicyEntry.named("equal_share", "the same mix of worker types for every job")
            .reporting(PolicyResult::equalShare),
        PolicyEntry.named("isolated", "an equal slice of the cluster for every job"));
  }

  private static List<PolicyEntry> maxMin() {
    return List.of(
        PolicyEntry.named("max_min_fairness", "maximise the minimum normalised throughput"),
        PolicyEntry.named(
            "max_min_fairness_agnostic", "the same, with all worker types considered equally fast"),
        PolicyEntry.named(
                "max_min_fairness_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> waterFilling() {
    return List.of(
        PolicyEntry.named(
            "water_filling", "max-min fairness, then the second lowest throughput, and so on"),
        PolicyEntry.named(
            "water_filling_agnostic", "the same, with all worker types considered equally fast"),
        PolicyEntry.named("water_filling_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS),
        PolicyEntry.named("hierarchical", "water filling over the tree of entities")
            .needing(ENTITIES),
        PolicyEntry.named("hierarchical_packed", "the same, where pairs of jobs may share workers")
            .needing(ENTITIES)
            .needing(PAIRS));
  }

  private static List<PolicyEntry> baselines() {
    return List.of(
        PolicyEntry.named("allox", "minimise the average completion time by queues")
            .needing(SINGLE_WORKERS),
        PolicyEntry.named("drf", "equal dominant shares, every job on its fastest type"),
        PolicyEntry.named("gandiva", "equal slices, in random pairs if workers are scarce")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> finishTime() {
    return List.of(
        PolicyEntry.named(
            "finish_time_fairness",
            "minimise the largest finish time relative to an isolated share"),
        PolicyEntry.of(
                "finish_time_fairness_agnostic",
                "the same, with all worker types considered equal to the reference type",
                r -> new OnReference(FinishTimeFairness.create(), r))
            .needing(REFERENCE_TYPE),
        PolicyEntry.named(
                "finish_time_fairness_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS),
        PolicyEntry.named(
            "finish_time_fairness_weighted",
            "the same, with isolated shares in proportion to weights"));
  }

  private static List<PolicyEntry> entities() {
    return List.of(
        PolicyEntry.named("max_min_entities", "maximise the minimum total of an entity's jobs")
            .needing(ENTITIES),
        PolicyEntry.named("max_envy_free", "maximise total normalised throughput without envy")
            .needing(RIGID_JOBS),
        PolicyEntry.named(
                "oef_cooperative", "the same, in multiples of the throughput on the slowest type")
            .needing(RIGID_JOBS),
        PolicyEntry.named(
            "oef_noncooperative", "the largest such multiple that all jobs have alike"));
  }

  private static List<PolicyEntry> makespan() {
    return List.of(
        PolicyEntry.named("makespan", "finish all jobs as early as possible"),
        PolicyEntry.of(
                "makespan_agnostic",
                "the same, with all worker types considered equal to the reference type",
                r -> new OnReference(Makespan.create(), r))
            .needing(REFERENCE_TYPE),
        PolicyEntry.named("makespan_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS),
        PolicyEntry.named(
            "makespan_binary_search", "the same, by binary search over the completion time"));
  }

  private static List<PolicyEntry> means() {
    return List.of(
        PolicyEntry.named("nash", "maximise the product of throughputs"),
        PolicyEntry.named("nash_weighted", "the same, to the power of the weights"),
        PolicyEntry.named("nash_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS),
        PolicyEntry.named(
            "partial_allocation",
            "strategy-proof: a fraction of the Nash allocation for every job"),
        PolicyEntry.named("harmonic_mean", "maximise the harmonic mean of normalised throughputs"),
        PolicyEntry.named("harmonic_mean_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> queues() {
    return List.of(
        PolicyEntry.named("fifo_lp", "maximise a weighted sum in which earlier jobs count more"),
        PolicyEntry.named("fifo_strict", "every job gets the best of what earlier jobs leave"),
        PolicyEntry.named(
            "fifo_greedy", "whole gangs in order of arrival, on the fastest free type"),
        PolicyEntry.named("fifo_greedy_agnostic", "the same, on a random free type (seed 0)"),
        PolicyEntry.named(
                "fifo_greedy_packed",
                "the same on the fastest type; then waiting jobs join running ones")
            .needing(PAIRS),
        PolicyEntry.named(
            "shortest_job_first", "every job gets the best of what shorter jobs leave"),
        PolicyEntry.named(
            "average_completion_time",
            "maximise total normalised throughput, with slightly larger weights for short jobs"),
        PolicyEntry.named(
                "average_completion_time_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> capacity() {
    return List.of(
        PolicyEntry.named("least_cost", "rent the workers that the SLOs need, for the least money")
            .needing(PURCHASABLE));
  }

  private static List<PolicyEntry> cost() {
    return List.of(
        PolicyEntry.named("max_sum_throughput", "maximise total throughput, ignoring SLOs"),
        PolicyEntry.named(
            "throughput_per_cost_sum", "maximise the sum of throughput per price, ignoring SLOs"),
        PolicyEntry.named("throughput_per_cost_sum_slo", "the same, meeting all SLOs")
            .needing(SLOS)
            .elseShowing(ThroughputPerPrice.create().withoutSlos()),
        PolicyEntry.named(
                "throughput_per_cost_sum_slo_packed",
                "the same, where pairs of jobs may share workers")
            .needing(SLOS)
            .needing(PAIRS)
            .elseShowing(ThroughputPerPrice.create().withoutSlos()),
        PolicyEntry.named(
                "throughput_per_cost_sum_best_effort",
                "the same, meeting a feasible set of SLOs of maximum weight")
            .needing(SLOS)
            .reporting(PolicyResult::droppedSlos),
        PolicyEntry.named(
            "throughput_per_cost_ratio",
            "maximise total throughput over total cost, with gangs priced as one worker, meeting"
                + " all SLOs"),
        PolicyEntry.named(
            "throughput_per_cost_ratio_scaled",
            "the same, with gangs priced by all their workers"));
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
   * program stands behind {@link NamesOfGavel#PREFIX}.
   *
   * @throws InvalidInputException if there is no such policy
   */
  public static String canonical(String name) {
    String key = words(name);
    if (key.startsWith(NamesOfGavel.PREFIX)) {
      return NamesOfGavel.canonical(name);
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

  private static String meant(String key) {
    Optional<String> gavels = NamesOfGavel.like(key);
    if (gavels.isPresent()) {
      return "; it is a name of Gavel's, written %s%s, and is %s here"
          .formatted(NamesOfGavel.PREFIX, gavels.get(), NamesOfGavel.own(gavels.get()));
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
