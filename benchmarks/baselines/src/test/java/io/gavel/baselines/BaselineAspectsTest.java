package io.gavel.baselines;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.ReadAspectsTest;
import java.util.Map;
import java.util.TreeMap;

/** Checks that the schedulers read only the aspects that they declare. */
class BaselineAspectsTest extends ReadAspectsTest {

  @Override
  protected Map<String, Policy> policies() {
    Map<String, Policy> all = new TreeMap<>();
    Baselines.policies().names().forEach(name -> all.put(name, Baselines.policies().named(name)));
    all.put("pop_stratified", Partitioned.maxMinFairness(2).byClass());
    all.put("arrival", GangQueue.of(QueueDiscipline.arrival()));
    all.put("gittins", GangQueue.of(GittinsIndex.of(1e3, 1e4).over(ServiceQueues.standard())));
    all.put(
        "promoted",
        GangQueue.of(new AttainedService(ServiceQueues.standard().promotedAfter(2), true)));
    return all;
  }
}
