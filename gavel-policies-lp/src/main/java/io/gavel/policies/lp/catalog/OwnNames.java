package io.gavel.policies.lp.catalog;

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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The policies that need no further argument, by this library's names. */
final class OwnNames {

  private OwnNames() {}

  /** In the order of the reference. */
  static Map<String, Supplier<Policy>> suppliers() {
    Map<String, Supplier<Policy>> all = new LinkedHashMap<>();
    putShares(all);
    putFairness(all);
    putMeans(all);
    putQueues(all);
    putCost(all);
    putCapacity(all);
    putBaselines(all);
    return Collections.unmodifiableMap(all);
  }

  private static void putShares(Map<String, Supplier<Policy>> all) {
    all.put("equal_share", EqualShare::new);
    all.put("isolated", IsolatedShare::new);
  }

  private static void putFairness(Map<String, Supplier<Policy>> all) {
    all.put("max_min_fairness", MaxMinFairness::create);
    all.put(
        "max_min_fairness_agnostic",
        () -> HeterogeneityAgnostic.unitRates(MaxMinFairness.create()));
    all.put("max_min_fairness_packed", MaxMinFairness::create);
    all.put("water_filling", WaterFilling::create);
    all.put("water_filling_agnostic", () -> HeterogeneityAgnostic.unitRates(WaterFilling.create()));
    all.put("water_filling_packed", WaterFilling::create);
    all.put("hierarchical", () -> WaterFilling.create().overEntities());
    all.put("hierarchical_packed", () -> WaterFilling.create().overEntities());
    all.put("finish_time_fairness", FinishTimeFairness::create);
    all.put("finish_time_fairness_packed", FinishTimeFairness::create);
    all.put(
        "finish_time_fairness_weighted", () -> FinishTimeFairness.create().withWeightedShares());
    all.put("max_min_entities", EntityMaxMin::create);
    all.put("max_envy_free", MaxEnvyFree::create);
    all.put("oef_cooperative", () -> MaxEnvyFree.create().withReference(Normalizer.SLOWEST_TYPE));
    all.put("oef_noncooperative", EqualThroughput::create);
    all.put("makespan", Makespan::create);
    all.put("makespan_packed", Makespan::create);
    all.put("makespan_binary_search", () -> Makespan.create().withBinarySearch());
  }

  private static void putMeans(Map<String, Supplier<Policy>> all) {
    all.put("nash", () -> NashWelfare.create().unweighted());
    all.put("nash_weighted", NashWelfare::create);
    all.put("nash_packed", NashWelfare::create);
    all.put("partial_allocation", PartialAllocation::create);
    all.put("harmonic_mean", () -> MeanFairness.of(-1));
    all.put("harmonic_mean_packed", () -> MeanFairness.of(-1));
  }

  private static void putQueues(Map<String, Supplier<Policy>> all) {
    all.put("fifo_lp", FifoProgram::create);
    all.put("fifo_strict", StrictFifo::create);
    all.put("fifo_greedy", HeadOfLineFifo::aware);
    all.put("fifo_greedy_agnostic", () -> HeadOfLineFifo.agnostic(0));
    all.put("fifo_greedy_packed", () -> HeadOfLineFifo.packed());
    all.put("shortest_job_first", ShortestJobFirst::create);
    all.put("average_completion_time", AverageCompletionTime::create);
    all.put("average_completion_time_packed", AverageCompletionTime::create);
  }

  private static void putCost(Map<String, Supplier<Policy>> all) {
    all.put("max_sum_throughput", () -> MaxTotalThroughput.create().withoutSlos());
    all.put("throughput_per_cost_sum", () -> ThroughputPerPrice.create().withoutSlos());
    all.put("throughput_per_cost_sum_slo", ThroughputPerPrice::create);
    all.put("throughput_per_cost_sum_slo_packed", ThroughputPerPrice::create);
    all.put(
        "throughput_per_cost_sum_best_effort", () -> BestEffort.of(ThroughputPerPrice.create()));
    all.put("throughput_per_cost_ratio", () -> ThroughputPerCost.create().withGangsBilledAsOne());
    all.put("throughput_per_cost_ratio_scaled", ThroughputPerCost::create);
  }

  private static void putCapacity(Map<String, Supplier<Policy>> all) {
    all.put("least_cost", LeastCost::create);
  }

  private static void putBaselines(Map<String, Supplier<Policy>> all) {
    all.put("allox", AlloX::new);
    all.put("drf", DominantResourceFairness::create);
    all.put("gandiva", GandivaPacking::create);
  }
}
