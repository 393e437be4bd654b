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
 * Measures for docs/how-to/embed-yarn.md: the processor time of {@code computeShares} by the number
 * of queues, on 8 types. Half of the queues use every type; a third of the entries of the others is
 * a demand. Backlogged queues demand all that there is, others some accelerators of each type.
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
      for (boolean backlogged : new boolean[] {true, false}) {
        measure(types, queues, backlogged);
      }
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
    GavelSchedulingPolicy policy = new GavelSchedulingPolicy(() -> table) {};
    policy.initialize(new FixedContext(total));
    var threads = ManagementFactory.getThreadMXBean();
    double[] millis = new double[CALLS];
    double[] unchanged = new double[CALLS];
    for (int call = 0; call < CALLS; call++) {
      // As when containers come and go.
      all.get(call % queues).demand.setResourceValue(types.get(0), 1 + call % 7);
      long before = threads.getCurrentThreadCpuTime();
      policy.computeShares(all, total);
      long between = threads.getCurrentThreadCpuTime();
      policy.computeShares(all, total);
      millis[call] = (between - before) / 1e6;
      unchanged[call] = (threads.getCurrentThreadCpuTime() - between) / 1e6;
    }
    double[] warm = warm(millis);
    double[] same = warm(unchanged);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s queues, %s: median %.1f ms, most %.1f ms, first call %.0f ms, unchanged %.1f ms; %s",
            queues,
            backlogged ? "backlogged" : "some demands",
            warm[warm.length / 2],
            warm[warm.length - 1],
            millis[0],
            same[same.length / 2],
            all.stream()
                .limit(2)
                .map(q -> q.getFairShare().toString())
                .collect(Collectors.joining())));
  }

  private static double[] warm(double[] millis) {
    double[] warm = Arrays.copyOfRange(millis, CALLS / 2, CALLS);
    Arrays.sort(warm);
    return warm;
  }
}
