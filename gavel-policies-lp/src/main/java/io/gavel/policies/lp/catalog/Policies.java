package io.gavel.policies.lp.catalog;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.fairness.EqualThroughput;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxEnvyFree;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.program.EntityMaxMin;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.GandivaPacking;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Policies by name, for configuration files and command lines.
 *
 * <pre>{@code
 * Policy policy = Policies.standard().named("max_min_fairness");
 * Policies all = Policies.standard().with("mine", "my own policy", MyPolicy::new);
 * }</pre>
 *
 * <p>There are two vocabularies, because one name can have two meanings: {@code max_min_fairness}
 * takes worker types into account in this library and ignores them in Gavel's program, where {@code
 * max_min_fairness_perf} takes them into account. {@link #standard} has this library's names,
 * {@link #ofGavel} the names of Gavel's program of 2020.
 *
 * <p>Space sharing is data: a name that ends in {@code _packed} and the name without it give the
 * same policy, and both use the pairs of a problem. To run jobs alone, pass {@code
 * problem.withoutPairs()} to the policy. Immutable and thread-safe.
 */
public final class Policies {

  /** The worker type that Gavel's blind policies take all types for. */
  private static final String REFERENCE_TYPE = "v100";

  private static final Policies STANDARD = createStandard();

  private static final Policies GAVEL = createGavel();

  private record Entry(String description, Supplier<Policy> policy) {}

  private final Map<String, Entry> entries;

  private Policies(Map<String, Entry> entries) {
    this.entries = entries;
  }

  /**
   * Returns the policies of this library that need no further argument.
   *
   * @return the policies in the order of the reference
   */
  public static Policies standard() {
    return STANDARD;
  }

  /**
   * Returns the policies under their names in Gavel's program. The description of a policy is its
   * name in this library, if it has one.
   *
   * @return this library's policies for them, in the order of Gavel's program
   */
  public static Policies ofGavel() {
    return GAVEL;
  }

  /**
   * Returns a catalogue without policies.
   *
   * @return an empty catalogue
   */
  public static Policies none() {
    return new Policies(Map.of());
  }

  /**
   * Adds a policy.
   *
   * @param name a name that is not in the catalogue
   * @param description one line
   * @param policy creates the policy; returns equal policies
   * @return a copy
   * @throws IllegalArgumentException if the name is in the catalogue
   */
  public Policies with(String name, String description, Supplier<Policy> policy) {
    Map<String, Entry> more = new LinkedHashMap<>(entries);
    if (more.put(name, new Entry(description, requireNonNull(policy, "policy"))) != null) {
      throw new IllegalArgumentException(
          "there is a policy \"%s\" already; names must be unique".formatted(name));
    }
    return new Policies(more);
  }

  /**
   * Appends all policies of another catalogue.
   *
   * @param others policies with other names
   * @return a copy
   * @throws IllegalArgumentException if both have a name
   */
  public Policies and(Policies others) {
    Policies all = this;
    for (Map.Entry<String, Entry> other : others.entries.entrySet()) {
      all = all.with(other.getKey(), other.getValue().description(), other.getValue().policy());
    }
    return all;
  }

  /**
   * Returns a policy by its name.
   *
   * @param name one of {@link #names}
   * @return the policy; equal for equal names
   * @throws IllegalArgumentException if there is no such policy; the message has the nearest names
   */
  public Policy named(String name) {
    return entry(name).policy().get();
  }

  /**
   * Returns the description of a policy.
   *
   * @param name one of {@link #names}
   * @return one line
   * @throws IllegalArgumentException if there is no such policy; the message has the nearest names
   */
  public String description(String name) {
    return entry(name).description();
  }

  private Entry entry(String name) {
    return Optional.ofNullable(entries.get(requireNonNull(name, "name")))
        .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
  }

  private String unknown(String name) {
    String other = "";
    if (this != GAVEL && GAVEL.entries.containsKey(name)) {
      other = "; it is a name of Gavel's, for Policies.ofGavel()";
    } else if (this == GAVEL && STANDARD.entries.containsKey(name)) {
      other = "; it is a name for Policies.standard()";
    }
    return "there is no policy \"%s\"; the nearest names are %s%s"
        .formatted(name, String.join(", ", NearestNames.to(name, names())), other);
  }

  /**
   * Returns all names.
   *
   * @return an immutable list
   */
  public List<String> names() {
    return List.copyOf(entries.keySet());
  }

  /** Adds a policy of this catalogue again, for jobs that share workers. */
  private Policies packed(String name) {
    return with(
        name + "_packed", "the same, where pairs of jobs may share workers", entry(name).policy());
  }

  private static Policies createStandard() {
    return none()
        .with("equal_share", "the same mix of worker types for every job", EqualShare::new)
        .with("isolated", "an equal slice of the cluster for every job", IsolatedShare::new)
        .with(
            "max_min_fairness",
            "maximise the minimum normalised throughput",
            MaxMinFairness::create)
        .with(
            "max_min_fairness_agnostic",
            "the same, with all worker types considered equally fast",
            () -> HeterogeneityAgnostic.unitRates(MaxMinFairness.create()))
        .packed("max_min_fairness")
        .with(
            "water_filling",
            "max-min fairness, then the second lowest throughput, and so on",
            WaterFilling::create)
        .with(
            "water_filling_agnostic",
            "the same, with all worker types considered equally fast",
            () -> HeterogeneityAgnostic.unitRates(WaterFilling.create()))
        .packed("water_filling")
        .with(
            "hierarchical",
            "water filling over the tree of entities",
            () -> WaterFilling.create().overEntities())
        .packed("hierarchical")
        .with(
            "finish_time_fairness",
            "minimise the largest finish time relative to an isolated share",
            FinishTimeFairness::create)
        .packed("finish_time_fairness")
        .with(
            "finish_time_fairness_weighted",
            "the same, with isolated shares in proportion to weights",
            () -> FinishTimeFairness.create().withWeightedShares())
        .with(
            "max_min_entities",
            "maximise the minimum total of an entity's jobs",
            EntityMaxMin::create)
        .with(
            "max_envy_free",
            "maximise total normalised throughput without envy",
            MaxEnvyFree::create)
        .with(
            "oef_cooperative",
            "the same, in multiples of the throughput on the slowest type",
            () -> MaxEnvyFree.create().withReference(Normalizer.SLOWEST_TYPE))
        .with(
            "oef_noncooperative",
            "the largest such multiple that all jobs have alike",
            EqualThroughput::create)
        .with("makespan", "finish all jobs as early as possible", Makespan::create)
        .packed("makespan")
        .with(
            "makespan_binary_search",
            "the same, by binary search over the completion time",
            () -> Makespan.create().withBinarySearch())
        .with(
            "nash", "maximise the product of throughputs", () -> NashWelfare.create().unweighted())
        .with("nash_weighted", "the same, to the power of the weights", NashWelfare::create)
        .with("nash_packed", "the same, where pairs of jobs may share workers", NashWelfare::create)
        .with(
            "partial_allocation",
            "strategy-proof: a fraction of the Nash allocation for every job",
            PartialAllocation::create)
        .with(
            "harmonic_mean",
            "maximise the harmonic mean of normalised throughputs",
            () -> MeanFairness.of(-1))
        .packed("harmonic_mean")
        .with(
            "fifo_lp",
            "maximise a weighted sum in which earlier jobs count more",
            FifoProgram::create)
        .with(
            "fifo_strict", "every job gets the best of what earlier jobs leave", StrictFifo::create)
        .with(
            "fifo_greedy",
            "whole gangs in order of arrival, on the fastest free type",
            HeadOfLineFifo::aware)
        .with(
            "fifo_greedy_agnostic",
            "the same, on a random free type (seed 0)",
            () -> HeadOfLineFifo.agnostic(0))
        .with(
            "fifo_greedy_packed",
            "the same on the fastest type; then waiting jobs join running ones",
            () -> HeadOfLineFifo.packed())
        .with(
            "shortest_job_first",
            "every job gets the best of what shorter jobs leave",
            ShortestJobFirst::create)
        .with(
            "average_completion_time",
            "maximise total normalised throughput, with slightly larger weights for short jobs",
            AverageCompletionTime::create)
        .packed("average_completion_time")
        .with(
            "max_sum_throughput",
            "maximise total throughput, ignoring SLOs",
            () -> MaxTotalThroughput.create().withoutSlos())
        .with(
            "throughput_per_cost_sum",
            "maximise the sum of throughput per price, ignoring SLOs",
            () -> ThroughputPerPrice.create().withoutSlos())
        .with(
            "throughput_per_cost_sum_slo", "the same, meeting all SLOs", ThroughputPerPrice::create)
        .packed("throughput_per_cost_sum_slo")
        .with(
            "throughput_per_cost_sum_best_effort",
            "the same, meeting a feasible set of SLOs of maximum weight",
            () -> BestEffort.of(ThroughputPerPrice.create()))
        .with(
            "throughput_per_cost_ratio",
            "maximise total throughput over total cost, with gangs priced as one worker, meeting"
                + " all SLOs",
            () -> ThroughputPerCost.create().withGangsBilledAsOne())
        .with(
            "throughput_per_cost_ratio_scaled",
            "the same, with gangs priced by all their workers",
            ThroughputPerCost::create)
        .with(
            "least_cost",
            "rent the workers that the SLOs need, for the least money",
            LeastCost::create)
        .with("allox", "minimise the average completion time by queues", AlloX::new)
        .with(
            "drf",
            "equal dominant shares, every job on its fastest type",
            DominantResourceFairness::create)
        .with(
            "gandiva",
            "equal slices, in random pairs if workers are scarce",
            GandivaPacking::create);
  }

  /** Adds a policy of the library by another name. */
  private Policies as(String other, String name) {
    return with(other, name, () -> STANDARD.named(name));
  }

  private static Policies createGavel() {
    return none()
        .as("allox", "allox")
        .as("fifo", "fifo_greedy_agnostic")
        .as("fifo_perf", "fifo_greedy")
        .as("fifo_packed", "fifo_greedy_packed")
        .with(
            "finish_time_fairness",
            "finish_time_fairness with all worker types as fast as " + REFERENCE_TYPE,
            () -> HeterogeneityAgnostic.referenceType(FinishTimeFairness.create(), REFERENCE_TYPE))
        .as("finish_time_fairness_perf", "finish_time_fairness")
        .as("finish_time_fairness_packed", "finish_time_fairness_packed")
        .as("gandiva", "gandiva")
        .as("isolated", "isolated")
        .as("max_min_fairness", "max_min_fairness_agnostic")
        .as("max_min_fairness_perf", "max_min_fairness")
        .as("max_min_fairness_packed", "max_min_fairness_packed")
        .as("max_min_fairness_water_filling", "water_filling_agnostic")
        .as("max_min_fairness_water_filling_perf", "water_filling")
        .as("max_min_fairness_water_filling_packed", "water_filling_packed")
        .as("max_sum_throughput_perf", "max_sum_throughput")
        .as("max_sum_throughput_normalized_by_cost_perf", "throughput_per_cost_sum")
        .as("max_sum_throughput_normalized_by_cost_perf_SLOs", "throughput_per_cost_sum_slo")
        .as(
            "max_sum_throughput_normalized_by_cost_packed_SLOs",
            "throughput_per_cost_sum_slo_packed")
        .with(
            "min_total_duration",
            "makespan with all worker types as fast as " + REFERENCE_TYPE,
            () -> HeterogeneityAgnostic.referenceType(Makespan.create(), REFERENCE_TYPE))
        .as("min_total_duration_perf", "makespan")
        .as("min_total_duration_packed", "makespan_packed");
  }
}
