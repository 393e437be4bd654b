package io.gavel.baselines;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.queue.AlloX;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The schedulers that need no further argument, by name. */
public final class Baselines {

  private Baselines() {}

  /**
   * Returns the schedulers by name.
   *
   * @return an unmodifiable map in the order of the command line; each supplier returns equal
   *     policies
   */
  public static Map<String, Supplier<Policy>> suppliers() {
    Map<String, Supplier<Policy>> all = new LinkedHashMap<>();
    all.put("tiresias_las", () -> GangQueue.of(AttainedService.of(ServiceQueues.standard())));
    all.put(
        "tiresias_las_normalized",
        () -> GangQueue.of(AttainedService.of(ServiceQueues.standard()).normalized()));
    all.put("srtf", () -> GangQueue.of(QueueDiscipline.shortestTime()));
    all.put("srsf", () -> GangQueue.of(QueueDiscipline.shortestService()));
    all.put("themis", Themis::create);
    all.put("optimus", Optimus::create);
    all.put("slaq", Slaq::create);
    all.put("shockwave", Shockwave::create);
    all.put("gandiva_introspective", Gandiva::new);
    all.put("gandiva_introspective_packed", Gandiva::new);
    all.put("allox_fair", () -> FairAdmission.of(new AlloX(), 0.1));
    all.put("sia", Sia::create);
    all.put("pollux", Pollux::create);
    all.put("pop_max_min_fairness", () -> Partitioned.maxMinFairness(2));
    return Collections.unmodifiableMap(all);
  }
}
