package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gavel.mechanism.SchedulerEvent.AllocationChanged;
import io.gavel.policies.Allocation;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** How closely feasible allocations are followed. Runs of all kinds: {@link FaultProperties}. */
final class RoundSchedulerPropertyTest {

  private static final RoundOptions OPTIONS = new RoundOptions(100);

  @Property
  void plan_timeOfLeases_isCreditedOnce(@ForAll long seed) {
    Allocation allocation = Cases.feasible(seed);
    RoundScheduler scheduler = RoundScheduler.create(allocation.problem().cluster(), OPTIONS);
    scheduler.accept(new AllocationChanged(0, allocation));
    double leased = 0;
    for (int round = 0; round < 50; round++) { // rounds of 60 or 100 seconds with gaps of 20
      double start = 100 * round - (round % 2 == 0 ? 0 : 40);
      RoundPlan plan = scheduler.plan(round % 2 == 0 ? start : start + 20);
      double next = 100 * (round + 1) - (round % 2 == 0 ? 20 : 0);
      leased += plan.leases().size() * (Math.min(plan.endSeconds(), next) - plan.startSeconds());
    }
    scheduler.plan(5000);
    double credited =
        scheduler.state().accounts().stream()
            .mapToDouble(a -> a.receivedSeconds() + a.backfilledSeconds())
            .sum();
    assertEquals(leased, credited, 1e-6);
  }

  /** The largest lag, and the largest lead as a negative number, in rounds. */
  private static double[] lags(Allocation allocation, int rounds, Priority priority) {
    RoundScheduler scheduler =
        RoundScheduler.create(allocation.problem().cluster(), OPTIONS, priority);
    scheduler.accept(new AllocationChanged(0, allocation));
    double[] range = new double[2];
    for (int round = 0; round <= rounds; round++) {
      scheduler.plan(100 * round);
      for (Account account : scheduler.state().accounts()) {
        range[0] = Math.max(range[0], account.lagSeconds() / 100);
        range[1] = Math.min(range[1], account.lagSeconds() / 100);
      }
    }
    return range;
  }

  private static void checkLag(double[] range) {
    assertTrue(range[0] <= 3, "behind by " + range[0] + " rounds");
    assertTrue(range[1] > -1.5, "ahead by " + -range[1] + " rounds");
  }

  private static void checkPromise(LongStream seeds, int rounds) {
    seeds.forEach(
        seed -> {
          double[] range = lags(Cases.feasible(seed), rounds, Priority.LAG);
          assertTrue(range[0] <= 2, "behind by " + range[0] + " rounds with seed " + seed);
        });
  }

  @Example
  void plan_feasibleAllocationsOfOneWorkerJobs_areFollowedWithinTwoRounds() {
    checkPromise(LongStream.range(0, 2000), 120);
  }

  /**
   * The hardest of 20,000 allocations for an order of claims that let jobs and pools idle that had
   * no time to spare: with it they lagged by 2 to 2.8 rounds after 1,000, and more later.
   */
  @Example
  void plan_hardAllocationsWithoutSlack_areFollowedWithinTwoRoundsForLong() {
    checkPromise(LongStream.of(12477, 18844, 17136, 14797, 9155, 19858, 17114, 16682), 3000);
  }

  @Example
  void plan_nightly_isFollowedWithinTwoRounds() {
    assumeTrue(Boolean.getBoolean("gavel.nightly"), "takes minutes");
    checkPromise(LongStream.range(0, 20_000), 500);
  }

  /** Looks for hard allocations by small changes that make the largest lag grow. */
  @Example
  void plan_allocationsMadeHarder_areFollowedWithinTwoRounds() {
    boolean nightly = Boolean.getBoolean("gavel.nightly");
    for (long seed = 0; seed < (nightly ? 200 : 3); seed++) {
      Random random = new Random(seed);
      Allocation hardest = Cases.feasible(seed);
      double most = 0;
      for (int step = 0; step < (nightly ? 1000 : 100); step++) {
        Allocation harder = step == 0 ? hardest : Cases.changed(random, hardest);
        double lag = lags(harder, 150, Priority.LAG)[0];
        if (lag >= most) {
          most = lag;
          hardest = harder;
        }
      }
      assertTrue(most <= 2, "behind by " + most + " rounds from seed " + seed);
    }
  }

  /** A measured promise: chance may find a case that needs more than the two rounds above. */
  @Property
  void plan_feasibleAllocationOfOneWorkerJobs_isFollowedWithinThreeRounds(@ForAll long seed) {
    checkLag(lags(Cases.feasible(seed), 200, Priority.LAG));
  }

  @Example
  void checkLag_orderOfArrivalOrOfRatio_isCaught() {
    Priority arrival = (owed, received, fraction, round, job, pool) -> 1;
    Priority ratio = (owed, received, fraction, round, job, pool) -> Math.min(1e9, owed / received);
    for (Priority wrong : List.of(arrival, ratio)) {
      assertThrows(
          AssertionError.class,
          () -> {
            for (long seed = 0; seed < 50; seed++) {
              checkLag(lags(Cases.feasible(seed), 200, wrong));
            }
          });
    }
  }
}
