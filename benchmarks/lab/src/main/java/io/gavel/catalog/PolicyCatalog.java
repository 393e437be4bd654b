package io.gavel.catalog;

import static io.gavel.catalog.PolicyEntry.Need.ENTITIES;
import static io.gavel.catalog.PolicyEntry.Need.PAIRS;
import static io.gavel.catalog.PolicyEntry.Need.REFERENCE_TYPE;
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
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every policy that the command line knows, in the order in which {@code all} runs them. The
 * policies are those of {@link io.gavel.policies.lp.catalog.Policies} and three that need something
 * of the problem; what is said here is how the command line shows them and what they need.
 */
public final class PolicyCatalog {

  /** The name that stands for every policy that a problem's data allow. */
  public static final String ALL = "all";

  /** Names that begin with as many equal letters are offered for one that does not exist. */
  private static final int STEM = 4;

  private PolicyCatalog() {}

  public static List<PolicyEntry> entries() {
    return Stream.of(
            shares(),
            maxMin(),
            waterFilling(),
            finishTime(),
            makespan(),
            means(),
            queues(),
            cost(),
            baselines(),
            Schedulers.entries())
        .flatMap(List::stream)
        .toList();
  }

  private static List<PolicyEntry> shares() {
    return List.of(
        PolicyEntry.named("equal_share", "everyone the same mix of worker types")
            .reporting(PolicyResult::equalShare),
        PolicyEntry.named("isolated", "everyone an equal slice of the cluster"));
  }

  private static List<PolicyEntry> maxMin() {
    return List.of(
        PolicyEntry.named("max_min_fairness", "maximise the least normalised throughput"),
        PolicyEntry.named(
            "max_min_fairness_agnostic", "the same, taking all worker types for equally fast"),
        PolicyEntry.named(
                "max_min_fairness_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> waterFilling() {
    return List.of(
        PolicyEntry.named(
            "water_filling", "max-min fairness, then the second least throughput, and so on"),
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
        PolicyEntry.named("allox", "least average completion time by queues")
            .needing(SINGLE_WORKERS),
        PolicyEntry.named("drf", "equal dominant shares, everyone on the fastest type"),
        PolicyEntry.named(
                "gandiva", "equal slices, in random pairs where there are too few workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> finishTime() {
    return List.of(
        PolicyEntry.named(
            "finish_time_fairness",
            "minimise the largest finish time relative to an isolated share"),
        PolicyEntry.of(
                "finish_time_fairness_agnostic",
                "the same, taking all worker types for the reference type",
                r -> new OnReference(FinishTimeFairness.create(), r))
            .needing(REFERENCE_TYPE),
        PolicyEntry.named(
                "finish_time_fairness_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS),
        PolicyEntry.named(
            "finish_time_fairness_weighted",
            "the same, with isolated shares in proportion to weights"));
  }

  private static List<PolicyEntry> makespan() {
    return List.of(
        PolicyEntry.named("makespan", "finish all jobs as early as possible"),
        PolicyEntry.of(
                "makespan_agnostic",
                "the same, taking all worker types for the reference type",
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
            "partial_allocation", "strategy-proof: a part of the Nash allocation for everyone"),
        PolicyEntry.named("harmonic_mean", "maximise the harmonic mean of normalised throughputs"),
        PolicyEntry.named("harmonic_mean_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> queues() {
    return List.of(
        PolicyEntry.named("fifo_lp", "earlier jobs count more in a weighted sum"),
        PolicyEntry.named("fifo_strict", "each job what earlier ones leave"),
        PolicyEntry.named(
            "fifo_greedy", "whole gangs in order of arrival, on the fastest free type"),
        PolicyEntry.named("fifo_greedy_agnostic", "the same, on a free type drawn with seed 0"),
        PolicyEntry.named(
                "fifo_greedy_packed",
                "the same on the fastest, then waiting jobs join running ones")
            .needing(PAIRS),
        PolicyEntry.named("shortest_job_first", "each job what shorter ones leave"),
        PolicyEntry.named(
            "average_completion_time",
            "maximise total normalised throughput, short jobs counting a little more"),
        PolicyEntry.named(
                "average_completion_time_packed", "the same, where pairs of jobs may share workers")
            .needing(PAIRS));
  }

  private static List<PolicyEntry> cost() {
    return List.of(
        PolicyEntry.named("max_sum_throughput", "maximise total throughput, SLOs aside"),
        PolicyEntry.named(
            "throughput_per_cost_sum", "maximise the sum of throughput per price, SLOs aside"),
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
                "the same, meeting the SLOs of the largest weight that can be met")
            .needing(SLOS)
            .reporting(PolicyResult::droppedSlos),
        PolicyEntry.named(
            "throughput_per_cost_ratio",
            "maximise total throughput over total cost, a gang costing one worker, meeting all"
                + " SLOs"),
        PolicyEntry.named(
            "throughput_per_cost_ratio_scaled", "the same, a gang costing all its workers"));
  }

  /** A policy that takes every worker type for the problem's reference type. */
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

  /** The policies' names, in order. */
  public static List<String> keys() {
    return entries().stream().map(PolicyEntry::key).toList();
  }

  /**
   * The key in the one spelling that is printed: {@code -} and {@code _} are the same.
   *
   * @throws InvalidInputException if there is no such policy
   */
  public static String canonical(String name) {
    String key = name.strip().replace('-', '_').toLowerCase(Locale.ROOT);
    if (!key.equals(ALL) && !keys().contains(key)) {
      throw new InvalidInputException(
          "there is no policy \"%s\"%s; known: %s, %s"
              .formatted(name, meant(key), ALL, String.join(", ", keys())));
    }
    return key;
  }

  private static String meant(String key) {
    String stem = key.substring(0, Math.min(key.length(), STEM));
    String similar =
        keys().stream()
            .filter(known -> !key.isEmpty())
            .filter(known -> known.startsWith(stem) || known.contains(key))
            .collect(Collectors.joining(", "));
    return similar.isEmpty() ? "" : " (did you mean %s?)".formatted(similar);
  }

  /** The entry of a canonical key other than {@code all}. */
  public static PolicyEntry entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst().orElseThrow();
  }

  /** The entries that a problem's data allow. */
  public static List<PolicyEntry> allowedBy(ProblemFile file) {
    return entries().stream().filter(entry -> entry.lacking(file).isEmpty()).toList();
  }
}
