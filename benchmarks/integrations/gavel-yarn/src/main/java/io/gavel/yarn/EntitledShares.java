package io.gavel.yarn;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;

/**
 * The accelerators that queues and applications are entitled to on average, and the order in which
 * they are offered resources.
 *
 * <p>Thread-safe: the ResourceManager sorts and updates in different threads.
 */
final class EntitledShares {

  /** What one is entitled to. The array, {@code [accelerator]}, is not modified. */
  private static final class Entitlement {
    final List<String> types;
    final double[] shares;

    Entitlement(List<String> types, double[] shares) {
      this.types = types;
      this.shares = shares;
    }
  }

  private final Map<Schedulable, Entitlement> entitlements =
      Collections.synchronizedMap(new WeakHashMap<>());

  void forget(Collection<? extends Schedulable> schedulables) {
    schedulables.forEach(entitlements::remove);
  }

  /**
   * States an entitlement instead of an earlier one.
   *
   * @param types the accelerators
   * @param shares how many of each, on average
   */
  void put(Schedulable schedulable, List<String> types, double[] shares) {
    entitlements.put(schedulable, new Entitlement(types, shares));
  }

  /**
   * Returns the order in which free accelerators are offered: first the claim that is furthest
   * behind, by its smallest ratio of held to entitled accelerators over the free types that it
   * still demands. One that demands none of them is behind by its largest ratio of used to fair
   * memory and cores. Entitlements are fractional: a claim entitled to half an accelerator holds
   * one, then waits for its next turn.
   *
   * @param types the accelerators
   * @param free indices of the types that are free
   * @param otherwise the order of claims without entitlements and of claims equally far behind
   */
  Comparator<Schedulable> order(List<String> types, int[] free, Comparator<Schedulable> otherwise) {
    return (a, b) -> {
      Entitlement ofA = entitlements.get(a);
      Entitlement ofB = entitlements.get(b);
      int order = 0;
      if (ofA != null && ofB != null && ofA.types.equals(types) && ofB.types.equals(types)) {
        order = Double.compare(part(a, ofA, free), part(b, ofB, free));
      }
      return order != 0 ? order : otherwise.compare(a, b);
    };
  }

  private static double part(Schedulable schedulable, Entitlement entitlement, int[] free) {
    Resource usage = schedulable.getResourceUsage();
    Resource demand = schedulable.getDemand();
    double least = Double.NaN;
    for (int j : free) {
      String type = entitlement.types.get(j);
      long held = usage.getResourceValue(type);
      if (held < demand.getResourceValue(type)) {
        double ratio =
            entitlement.shares[j] > 0 ? held / entitlement.shares[j] : Double.POSITIVE_INFINITY;
        least = Double.isNaN(least) ? ratio : Math.min(least, ratio);
      }
    }
    if (Double.isNaN(least)) {
      Resource fair = schedulable.getFairShare();
      least =
          Math.max(
              ratio(usage.getMemorySize(), fair.getMemorySize()),
              ratio(usage.getVirtualCores(), fair.getVirtualCores()));
    }
    return least;
  }

  private static double ratio(long part, long whole) {
    return part <= 0 ? 0 : (double) part / Math.max(0, whole);
  }
}
