package io.gavel.policies.lp.catalog;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.GandivaPacking;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The policies by the names of Gavel's program of 2020. */
final class GavelNames {

  /** The type that Gavel's blind policies take all types for, by name. */
  private static final String REFERENCE_TYPE = "v100";

  private GavelNames() {}

  /** In the order in which they are listed. */
  static Map<String, Supplier<Policy>> suppliers() {
    Map<String, Supplier<Policy>> all = new LinkedHashMap<>();
    all.put("allox", AlloX::new);
    all.put("fifo", () -> HeadOfLineFifo.agnostic(0));
    all.put("fifo_perf", HeadOfLineFifo::aware);
    all.put("fifo_packed", () -> HeadOfLineFifo.packed());
    all.put(
        "finish_time_fairness",
        () -> HeterogeneityAgnostic.referenceType(FinishTimeFairness.create(), REFERENCE_TYPE));
    all.put("finish_time_fairness_perf", FinishTimeFairness::create);
    all.put("finish_time_fairness_packed", FinishTimeFairness::create);
    all.put("gandiva", GandivaPacking::create);
    all.put("isolated", IsolatedShare::new);
    all.put("max_min_fairness", () -> HeterogeneityAgnostic.unitRates(MaxMinFairness.create()));
    all.put("max_min_fairness_perf", MaxMinFairness::create);
    all.put("max_min_fairness_packed", MaxMinFairness::create);
    all.put(
        "max_min_fairness_water_filling",
        () -> HeterogeneityAgnostic.unitRates(WaterFilling.create()));
    all.put("max_min_fairness_water_filling_perf", WaterFilling::create);
    all.put("max_min_fairness_water_filling_packed", WaterFilling::create);
    all.put("max_sum_throughput_perf", () -> MaxTotalThroughput.create().withoutSlos());
    all.put(
        "max_sum_throughput_normalized_by_cost_perf",
        () -> ThroughputPerPrice.create().withoutSlos());
    all.put("max_sum_throughput_normalized_by_cost_perf_SLOs", ThroughputPerPrice::create);
    all.put("max_sum_throughput_normalized_by_cost_packed_SLOs", ThroughputPerPrice::create);
    all.put(
        "min_total_duration",
        () -> HeterogeneityAgnostic.referenceType(Makespan.create(), REFERENCE_TYPE));
    all.put("min_total_duration_perf", Makespan::create);
    all.put("min_total_duration_packed", Makespan::create);
    return Collections.unmodifiableMap(all);
  }
}
