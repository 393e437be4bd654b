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
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.GandivaPacking;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The policies of the command line, in the order in which {@code all} runs them. */
public final class PolicyCatalog {

  /** The name for all policies that a problem's data allow. */
  public static final String ALL = "all";

  /** The length of the common prefix of suggestions for an unknown name. */
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
        PolicyEntry.of(
                "equal_share", "the same mix of worker types for every job", r -> new EqualShare())
            .reporting(PolicyResult::equalShare),
        PolicyEntry.of(
            "isolated", "an equal slice of the cluster for every job", r -> new IsolatedShare()));
  }

  private static List<PolicyEntry> maxMin() {
    return List.of(
        PolicyEntry.of(
            "max_min_fairness",
            "maximise the minimum normalised throughput",
            r -> MaxMinFairness.create()),
        PolicyEntry.of(
            "max_min_fairness_agnostic",
            "the same, with all worker types considered equally fast",
            r -> HeterogeneityAgnostic.unitRates(MaxMinFairness.create())),
        PolicyEntry.of(
                "max_min_fairness_packed",
                "the same, where pairs of jobs may share workers",
                r -> MaxMinFairness.create())
            .needing(PAIRS));
  }

  private static List<PolicyEntry> waterFilling() {
    return List.of(
        PolicyEntry.of(
            "water_filling",
            "max-min fairness, then the second lowest throughput, and so on",
            r -> WaterFilling.create()),
        PolicyEntry.of(
                "water_filling_packed",
                "the same, where pairs of jobs may share workers",
                r -> WaterFilling.create())
            .needing(PAIRS),
        PolicyEntry.of(
                "hierarchical",
                "water filling over the tree of entities",
                r -> WaterFilling.create().overEntities())
            .needing(ENTITIES),
        PolicyEntry.of(
                "hierarchical_packed",
                "the same, where pairs of jobs may share workers",
                r -> WaterFilling.create().overEntities())
            .needing(ENTITIES)
            .needing(PAIRS));
  }

  private static List<PolicyEntry> baselines() {
    return List.of(
        PolicyEntry.of("allox", "minimise the average completion time by queues", r -> new AlloX())
            .needing(SINGLE_WORKERS),
        PolicyEntry.of(
            "drf",
            "equal dominant shares, every job on its fastest type",
            r -> DominantResourceFairness.create()),
        PolicyEntry.of(
                "gandiva",
                "equal slices, in random pairs if workers are scarce",
                r -> GandivaPacking.create())
            .needing(PAIRS));
  }

  private static List<PolicyEntry> finishTime() {
    return List.of(
        PolicyEntry.of(
            "finish_time_fairness",
            "minimise the largest finish time relative to an isolated share",
            r -> FinishTimeFairness.create()),
        PolicyEntry.of(
                "finish_time_fairness_agnostic",
                "the same, with all worker types considered equal to the reference type",
                r -> new OnReference(FinishTimeFairness.create(), r))
            .needing(REFERENCE_TYPE),
        PolicyEntry.of(
                "finish_time_fairness_packed",
                "the same, where pairs of jobs may share workers",
                r -> FinishTimeFairness.create())
            .needing(PAIRS),
        PolicyEntry.of(
            "finish_time_fairness_weighted",
            "the same, with isolated shares in proportion to weights",
            r -> FinishTimeFairness.create().withWeightedShares()));
  }

  private static List<PolicyEntry> makespan() {
    return List.of(
        PolicyEntry.of("makespan", "finish all jobs as early as possible", r -> Makespan.create()),
        PolicyEntry.of(
                "makespan_agnostic",
                "the same, with all worker types considered equal to the reference type",
                r -> new OnReference(Makespan.create(), r))
            .needing(REFERENCE_TYPE),
        PolicyEntry.of(
                "makespan_packed",
                "the same, where pairs of jobs may share workers",
                r -> Makespan.create())
            .needing(PAIRS),
        PolicyEntry.of(
            "makespan_binary_search",
            "the same, by binary search over the completion time",
            r -> Makespan.create().withBinarySearch()));
  }

  private static List<PolicyEntry> means() {
    return List.of(
        PolicyEntry.of(
            "nash", "maximise the product of throughputs", r -> NashWelfare.create().unweighted()),
        PolicyEntry.of(
            "nash_weighted", "the same, to the power of the weights", r -> NashWelfare.create()),
        PolicyEntry.of(
                "nash_packed",
                "the same, where pairs of jobs may share workers",
                r -> NashWelfare.create())
            .needing(PAIRS),
        PolicyEntry.of(
            "partial_allocation",
            "strategy-proof: a fraction of the Nash allocation for every job",
            r -> PartialAllocation.create()),
        PolicyEntry.of(
            "harmonic_mean",
            "maximise the harmonic mean of normalised throughputs",
            r -> MeanFairness.of(-1)),
        PolicyEntry.of(
                "harmonic_mean_packed",
                "the same, where pairs of jobs may share workers",
                r -> MeanFairness.of(-1))
            .needing(PAIRS));
  }

  private static List<PolicyEntry> queues() {
    return List.of(
        PolicyEntry.of(
            "fifo_lp",
            "maximise a weighted sum in which earlier jobs count more",
            r -> FifoProgram.create()),
        PolicyEntry.of(
            "fifo_strict",
            "every job gets the best of what earlier jobs leave",
            r -> StrictFifo.create()),
        PolicyEntry.of(
            "fifo_greedy",
            "whole gangs in order of arrival, on the fastest free type",
            r -> HeadOfLineFifo.aware()),
        PolicyEntry.of(
            "fifo_greedy_agnostic",
            "the same, on a random free type (seed 0)",
            r -> HeadOfLineFifo.agnostic(0)),
        PolicyEntry.of(
                "fifo_greedy_packed",
                "the same on the fastest type; then waiting jobs join running ones",
                r -> HeadOfLineFifo.packed())
            .needing(PAIRS),
        PolicyEntry.of(
            "shortest_job_first",
            "every job gets the best of what shorter jobs leave",
            r -> ShortestJobFirst.create()),
        PolicyEntry.of(
            "average_completion_time",
            "maximise total normalised throughput, with slightly larger weights for short jobs",
            r -> AverageCompletionTime.create()),
        PolicyEntry.of(
                "average_completion_time_packed",
                "the same, where pairs of jobs may share workers",
                r -> AverageCompletionTime.create())
            .needing(PAIRS));
  }

  private static List<PolicyEntry> cost() {
    return List.of(
        PolicyEntry.of(
            "max_sum_throughput",
            "maximise total throughput, ignoring SLOs",
            r -> MaxTotalThroughput.create().withoutSlos()),
        PolicyEntry.of(
            "throughput_per_cost_sum",
            "maximise the sum of throughput per price, ignoring SLOs",
            r -> ThroughputPerPrice.create().withoutSlos()),
        PolicyEntry.of(
                "throughput_per_cost_sum_slo",
                "the same, meeting all SLOs",
                r -> ThroughputPerPrice.create())
            .needing(SLOS)
            .elseShowing(ThroughputPerPrice.create().withoutSlos()),
        PolicyEntry.of(
                "throughput_per_cost_sum_slo_packed",
                "the same, where pairs of jobs may share workers",
                r -> ThroughputPerPrice.create())
            .needing(SLOS)
            .needing(PAIRS)
            .elseShowing(ThroughputPerPrice.create().withoutSlos()),
        PolicyEntry.of(
                "throughput_per_cost_sum_best_effort",
                "the same, meeting a feasible set of SLOs of maximum weight",
                r -> BestEffort.of(ThroughputPerPrice.create()))
            .needing(SLOS)
            .reporting(PolicyResult::droppedSlos),
        PolicyEntry.of(
            "throughput_per_cost_ratio",
            "maximise total throughput over total cost, with gangs priced as one worker, meeting"
                + " all SLOs",
            r -> ThroughputPerCost.create().withGangsBilledAsOne()),
        PolicyEntry.of(
            "throughput_per_cost_ratio_scaled",
            "the same, with gangs priced by all their workers",
            r -> ThroughputPerCost.create()));
  }

  /** A policy that considers every worker type equal to the problem's reference type. */
  private record OnReference(Policy policy, OptionalInt referenceType) implements Policy {
    @Override
    public Allocation allocate(AllocationProblem problem) {
      String type = problem.cluster().type(referenceType.orElseThrow()).name();
      return HeterogeneityAgnostic.referenceType(policy, type).allocate(problem);
    }
  }

  /** Returns the names of all policies, in order. */
  public static List<String> keys() {
    return entries().stream().map(PolicyEntry::key).toList();
  }

  /**
   * Returns the canonical key of a name; {@code -} and {@code _} are equivalent.
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

  /** Returns the entry of a canonical key other than {@code all}. */
  public static PolicyEntry entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst().orElseThrow();
  }

  /** Returns the entries that a problem's data allow. */
  public static List<PolicyEntry> allowedBy(ProblemFile file) {
    return entries().stream().filter(entry -> entry.lacking(file).isEmpty()).toList();
  }
}
