package io.gavel.reproduction.related;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.JobKind;
import io.gavel.workload.JobTemplate;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What must hold between two decisions of which one may do all that the other may. */
final class FieldClaimsTest {

  private static final double ROUNDING = 1e-6;
  private static final int JOBS = 20;

  /** Random rates; jobs that share a worker have 0.7 each. */
  private static ThroughputTable table(long seed, double spread) {
    Random random = new Random(seed);
    ThroughputTable.Builder table = ThroughputTable.builder();
    for (String type : List.of("v100", "p100", "k80")) {
      for (JobTemplate template : JobTemplate.published()) {
        JobKind alone = new JobKind(template.jobType(), 1);
        table.alone(type, alone, 1 + spread * random.nextDouble());
        for (int workers : template.distributed() ? List.of(2, 4, 8) : List.<Integer>of()) {
          JobKind gang = new JobKind(template.jobType(), workers);
          table.alone(type, gang, workers * (0.5 + random.nextDouble()));
        }
        for (JobTemplate other : JobTemplate.published()) {
          table.sharing(type, alone, new JobKind(other.jobType(), 1), new PairRates(0.7, 0.7));
        }
      }
    }
    return table.build();
  }

  @Test
  void moreFreedom_neverHurts() {
    for (long seed = 0; seed < 3; seed++) {
      FieldSnapshots snapshot = new FieldSnapshots(table(seed, 1), JOBS, seed);
      snapshot.packing().forEach(FieldClaimsTest::assertGain);
      snapshot.elasticity().forEach(FieldClaimsTest::assertGain);
      assertGain("variability", snapshot.variability());
      assertGain("power", snapshot.power());
      Map<String, Double> rents = snapshot.rent();
      double alone = rents.getOrDefault("rented alone", Double.NaN);
      double shared = rents.getOrDefault("rented with sharing", Double.NaN);
      assertTrue(alone <= 1 + ROUNDING, "rented alone: " + alone);
      assertTrue(shared <= alone + ROUNDING, "with sharing: " + shared + " <= " + alone);
    }
  }

  private static void assertGain(String what, double ratio) {
    assertTrue(ratio >= 1 - ROUNDING, what + ": " + ratio);
  }

  /** With a worker for each tenant and equal types, everybody has all that there is to have. */
  @Test
  void speedUps_onEqualTypes_areEqual() {
    Map<String, Double> totals = new FieldSnapshots(table(1, 0), JOBS, 1).speedUps();
    assertEquals(1, totals.getOrDefault("oef_cooperative", Double.NaN), ROUNDING);
    assertEquals(1, totals.getOrDefault("oef_noncooperative", Double.NaN), ROUNDING);
  }

  @Test
  void spotRules_lieBetweenTheLeastAndOnDemand() {
    for (long seed = 0; seed < 5; seed++) {
      Map<String, Double> costs = SpotMarket.costs(seed);
      double least = costs.getOrDefault("least", Double.NaN);
      assertTrue(least >= 0.3, "all on spot: " + least);
      for (String rule : List.of("greedy", "uniform progress")) {
        double cost = costs.getOrDefault(rule, Double.NaN);
        assertTrue(cost >= least && cost < 1, rule + ": " + cost);
      }
      assertEquals(costs, SpotMarket.costs(seed));
    }
  }
}
