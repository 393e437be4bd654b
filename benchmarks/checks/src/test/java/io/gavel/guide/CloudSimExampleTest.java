package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The numbers of docs/how-to/embed-cloudsim.md. */
class CloudSimExampleTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 4));

  /** Twelve jobs that are 10, 3 or 1.2 times as fast on a v100 as on a k80. */
  private static List<CloudSimExample.Work> works() {
    Random random = new Random(1);
    List<CloudSimExample.Work> works = new ArrayList<>();
    for (int m = 0; m < 12; m++) {
      double slow = 1 + random.nextInt(4);
      double faster = m % 3 == 0 ? 10 : m % 3 == 1 ? 3 : 1.2;
      works.add(
          new CloudSimExample.Work(
              1000 * (1 + random.nextInt(8)) * slow, List.of(slow * faster, slow)));
    }
    return works;
  }

  private static double[] meanAndLast(Map<String, Double> completion) {
    assertEquals(works().size(), completion.size());
    return new double[] {
      completion.values().stream().mapToDouble(t -> t).average().orElseThrow(),
      completion.values().stream().mapToDouble(t -> t).max().orElseThrow()
    };
  }

  private static double[] by(Policy policy) {
    return meanAndLast(new CloudSimExample(CLUSTER, works()).by(policy));
  }

  @Test
  void cloudlets_placedByPolicies_areDoneSooner() {
    double[] own = meanAndLast(new CloudSimExample(CLUSTER, works()).byItsOwnScheduler());
    double[] fair = by(MaxMinFairness.create());
    double[] makespan = by(Makespan.create());
    double[] total = by(MaxTotalThroughput.create());
    assertRow("round robin, time shared: 5764 14000", own);
    assertRow("max-min fairness: 3036 7450", fair);
    assertRow("makespan: 3634 6670", makespan);
    assertRow("total throughput: 2838 7270", total);
  }

  /** To one part in twenty: how rounds follow an allocation may change a little. */
  private static void assertRow(String row, double[] actual) {
    String[] numbers = row.substring(row.indexOf(':') + 2).split(" ", 2);
    for (int i = 0; i < 2; i++) {
      double expected = Double.parseDouble(numbers[i]);
      assertEquals(expected, actual[i], 0.05 * expected, row);
    }
    assertTrue(actual[0] <= actual[1]);
  }
}
