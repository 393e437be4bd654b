package io.gavel.yarn;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/** Reads and validates claims from the objects of the ResourceManager. Immutable. */
final class ClaimReader {

  /** The scheduling property in which an application states its speeds. */
  static final String PROPERTY = "gavel.speeds";

  private final SpeedTable table;
  private final int[] places; // of the accelerators among the resources
  private final long[] total;

  /**
   * Prepares for one call.
   *
   * @throws IllegalArgumentException if the total of a type is negative
   */
  ClaimReader(SpeedTable table, Resource totalResources) {
    this.table = table;
    places = placesOf(table.types());
    total = values(totalResources, "the total resources", "");
  }

  /** Where resources have types, so that thousands of values need no names. */
  private static int[] placesOf(List<String> types) {
    Map<String, Integer> all = ResourceUtils.getResourceTypeIndex();
    return types.stream().mapToInt(type -> requireNonNull(all.get(type), type)).toArray();
  }

  /** Sets the accelerators of a share, {@code [accelerator]}. */
  void setShare(Schedulable schedulable, long[] share) {
    Resource fair = schedulable.getFairShare();
    for (int j = 0; j < share.length; j++) {
      fair.setResourceValue(places[j], share[j]);
    }
  }

  /** Returns the accelerators to divide, {@code [accelerator]}; not modified. */
  long[] total() {
    return total;
  }

  /**
   * Returns the claims of active owners with a weight that demand a usable accelerator.
   *
   * @throws IllegalArgumentException naming the queue or application, the value and the allowed
   *     values
   */
  List<Claim> read(Collection<? extends Schedulable> schedulables) {
    List<Claim> claims = new ArrayList<>();
    for (Schedulable schedulable : schedulables) {
      String name = schedulable.getName();
      long[] demand = values(schedulable.getDemand(), "the demand of ", name);
      float weight = schedulable.getWeight();
      if (!(weight >= 0) || weight == Float.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "weight of %s is %s; it must be finite and at least 0".formatted(name, weight));
      }
      if (isActive(schedulable) && weight > 0 && sum(demand) > 0) {
        Claim claim = claim(schedulable, demand);
        if (claim.size() > 0) {
          claims.add(claim);
        }
      }
    }
    return claims;
  }

  private static boolean isActive(Schedulable schedulable) {
    return !(schedulable instanceof FSQueue queue) || queue.isActive();
  }

  private Claim claim(Schedulable schedulable, long[] demand) {
    String name = schedulable.getName();
    double[] speeds = speeds(schedulable);
    long[] most = new long[total.length];
    long[] least = new long[total.length];
    long[] maxShare = values(schedulable.getMaxShare(), "the maximum share of ", name);
    long[] minShare = values(schedulable.getMinShare(), "the minimum share of ", name);
    for (int j = 0; j < total.length; j++) {
      if (speeds[j] > 0) {
        most[j] = Math.min(total[j], Math.min(demand[j], maxShare[j]));
        least[j] = Math.min(most[j], minShare[j]);
      }
    }
    return new Claim(schedulable, speeds, most, least);
  }

  private double[] speeds(Schedulable schedulable) {
    if (schedulable instanceof FSAppAttempt application) {
      Map<String, String> properties = application.getApplicationSchedulingEnvs();
      String own = properties == null ? null : properties.get(PROPERTY);
      if (own != null) {
        return table.ofApplication(application.getName(), own);
      }
      return ofQueue(application.getQueue().getName());
    }
    return ofQueue(schedulable.getName());
  }

  private double[] ofQueue(String queue) {
    Optional<double[]> speeds = table.ofQueue(queue);
    return speeds.orElseThrow(
        () ->
            new IllegalArgumentException(
                "%s demands accelerators and has no speeds; state them in gavel.speeds.%s"
                    .formatted(queue, queue)));
  }

  private long[] values(Resource resource, String what, String owner) {
    long[] values = new long[table.types().size()];
    for (int j = 0; j < values.length; j++) {
      values[j] = resource.getResourceInformation(places[j]).getValue();
      if (values[j] < 0) {
        throw new IllegalArgumentException(
            "%s%s has %s %s; it must be at least 0"
                .formatted(what, owner, values[j], table.types().get(j)));
      }
    }
    return values;
  }

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum = Math.addExact(sum, value);
    }
    return sum;
  }
}
