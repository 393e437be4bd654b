package io.gavel.yarn;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FixedContext;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Measures for docs/how-to/embed-yarn.md, by the number of queues, on 8 types: the processor time
 * of a call of {@code computeShares}, and how long it takes until the shares of a changed demand
 * are there. Half of the queues use every type; a third of the entries of the others is a demand.
 * Backlogged queues demand all that there is, others some accelerators of each type.
 */
final class ComputeSharesTiming {

  private static final int TYPES = 8;
  private static final int CALLS = 60;

  private ComputeSharesTiming() {}

  public static void main(String[] args) {
    List<String> types = List.of("a100", "h100", "k80", "l4", "p100", "t4", "v100", "v100x");
    Configuration configuration = new Configuration(false);
    configuration.set("yarn.resource-types", String.join(",", types));
    ResourceUtils.resetResourceTypes(configuration);
    for (int queues : new int[] {10, 100, 1000}) {
      measure(types, queues, true);
    }
    for (int queues : new int[] {10, 20, 40}) {
      measure(types, queues, false);
    }
  }

  private static void measure(List<String> types, int queues, boolean backlogged) {
    Random random = new Random(22);
    Resource total = Resources.createResource(1 << 20, 1 << 10);
    for (String type : types) {
      total.setResourceValue(type, queues);
    }
    Map<String, Map<String, Double>> speeds = new HashMap<>();
    List<FakeQueue> all = new ArrayList<>();
    for (int m = 0; m < queues; m++) {
      FakeQueue queue = new FakeQueue("root.queue" + m).weighing(1 + random.nextInt(3));
      Map<String, Double> row = new TreeMap<>();
      Resource demand = Resources.createResource(8192, 16);
      for (int j = 0; j < TYPES; j++) {
        row.put(types.get(j), (j + 1) * (0.5 + random.nextDouble()));
        boolean wanted = m % 2 == 0 || random.nextInt(3) == 0;
        demand.setResourceValue(
            types.get(j), wanted ? backlogged ? queues : 1 + random.nextInt(5) : 0);
      }
      speeds.put(queue.getName(), row);
      queue.demand = demand;
      all.add(queue);
    }
    SpeedTable table = SpeedTable.of(speeds);
    boolean[] patient = {true};
    GavelSchedulingPolicy policy =
        new GavelSchedulingPolicy(() -> table) {
          @Override
          protected long patienceNanos() {
            return patient[0] ? 60_000_000_000L : super.patienceNanos();
          }
        };
    policy.initialize(new FixedContext(total));
    var threads = ManagementFactory.getThreadMXBean();
    double[] changed = new double[CALLS];
    double[] unchanged = new double[CALLS];
    double[] until = new double[CALLS];
    for (int call = 0; call < CALLS; call++) {
      // As when containers come and go.
      all.get(call % queues).demand.setResourceValue(types.get(0), 1 + call % 7);
      long start = System.nanoTime();
      long cpu = threads.getCurrentThreadCpuTime();
      patient[0] = false;
      policy.computeShares(all, total);
      changed[call] = (threads.getCurrentThreadCpuTime() - cpu) / 1e6;
      patient[0] = true;
      policy.computeShares(all, total);
      until[call] = (System.nanoTime() - start) / 1e6;
      cpu = threads.getCurrentThreadCpuTime();
      policy.computeShares(all, total);
      unchanged[call] = (threads.getCurrentThreadCpuTime() - cpu) / 1e6;
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s queues, %s: a call %.1f ms, unchanged %.1f ms; new shares after %.1f ms, at most"
                + " %.1f ms, the first after %.0f ms; %s",
            queues,
            backlogged ? "backlogged" : "some demands",
            median(changed),
            median(unchanged),
            median(until),
            warm(until)[CALLS / 2 - 1],
            until[0],
            all.stream()
                .limit(2)
                .map(q -> q.getFairShare().toString())
                .collect(Collectors.joining())));
  }

  private static double median(double[] millis) {
    return warm(millis)[CALLS / 4];
  }

  private static double[] warm(double[] millis) {
    double[] warm = Arrays.copyOfRange(millis, CALLS / 2, CALLS);
    Arrays.sort(warm);
    return warm;
  }
}
