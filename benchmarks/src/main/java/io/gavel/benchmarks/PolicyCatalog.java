package io.gavel.benchmarks;

import static io.gavel.benchmarks.PolicyEntry.Need.ENTITIES;
import static io.gavel.benchmarks.PolicyEntry.Need.PAIRS;
import static io.gavel.benchmarks.PolicyEntry.Need.SINGLE_WORKERS;

import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.input.ProblemFile;
import io.gavel.policies.lp.AlloX;
import io.gavel.policies.lp.DominantResourceFairness;
import io.gavel.policies.lp.EqualShare;
import io.gavel.policies.lp.GandivaPacking;
import io.gavel.policies.lp.HeterogeneityAgnostic;
import io.gavel.policies.lp.Isolated;
import io.gavel.policies.lp.MaxMinFairness;
import io.gavel.policies.lp.MeanFairness;
import io.gavel.policies.lp.NashWelfare;
import io.gavel.policies.lp.PartialAllocation;
import io.gavel.policies.lp.WaterFilling;
import java.util.List;
import java.util.Locale;

/** Every policy that the command line knows, in the order in which {@code all} runs them. */
final class PolicyCatalog {

  /** The name that stands for every policy that a problem's data allow. */
  static final String ALL = "all";

  private PolicyCatalog() {}

  static List<PolicyEntry> entries() {
    return List.of(
        PolicyEntry.of(
                "equal_share", "everyone the same mix of worker types", r -> new EqualShare())
            .reporting(PolicyResult::equalShare),
        PolicyEntry.of("isolated", "everyone an equal slice of the cluster", r -> new Isolated()),
        PolicyEntry.of(
            "max_min_fairness",
            "maximise the least normalised throughput",
            r -> MaxMinFairness.create()),
        PolicyEntry.of(
            "max_min_fairness_agnostic",
            "the same, taking all worker types for equally fast",
            r -> HeterogeneityAgnostic.unitRates(MaxMinFairness.create())),
        PolicyEntry.of(
                "max_min_fairness_packed",
                "the same, where pairs of jobs may share workers",
                r -> MaxMinFairness.create())
            .needing(PAIRS),
        PolicyEntry.of(
            "water_filling",
            "max-min fairness, then the second least throughput, and so on",
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
            .needing(PAIRS),
        PolicyEntry.of(
            "nash", "maximise the product of throughputs", r -> NashWelfare.create().unweighted()),
        PolicyEntry.of(
            "nash_weighted", "the same, to the power of the weights", r -> NashWelfare.create()),
        PolicyEntry.of(
            "partial_allocation",
            "strategy-proof: a part of the Nash allocation for everyone",
            r -> PartialAllocation.create()),
        PolicyEntry.of(
            "harmonic_mean",
            "maximise the harmonic mean of normalised throughputs",
            r -> MeanFairness.of(-1)),
        PolicyEntry.of("allox", "least average completion time by queues", r -> new AlloX())
            .needing(SINGLE_WORKERS),
        PolicyEntry.of(
            "drf",
            "equal dominant shares, everyone on the fastest type",
            r -> DominantResourceFairness.create()),
        PolicyEntry.of(
                "gandiva",
                "equal slices, in random pairs where there are too few workers",
                r -> GandivaPacking.create())
            .needing(PAIRS));
  }

  /** The policies' names, in order. */
  static List<String> keys() {
    return entries().stream().map(PolicyEntry::key).toList();
  }

  /**
   * The key in the one spelling that is printed: {@code -} and {@code _} are the same.
   *
   * @throws InvalidInputException if there is no such policy
   */
  static String canonical(String name) {
    String key = name.strip().replace('-', '_').toLowerCase(Locale.ROOT);
    if (!key.equals(ALL) && !keys().contains(key)) {
      throw new InvalidInputException(
          "--policy: there is no policy \"%s\"; known: %s, %s"
              .formatted(name, ALL, String.join(", ", keys())));
    }
    return key;
  }

  /** The entry of a canonical key other than {@code all}. */
  static PolicyEntry entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst().orElseThrow();
  }

  /** The entries that a problem's data allow. */
  static List<PolicyEntry> allowedBy(ProblemFile file) {
    return entries().stream().filter(entry -> entry.lacking(file).isEmpty()).toList();
  }
}
