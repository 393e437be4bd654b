package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.internal.ledger.Priority;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.contract.Draws;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * How closely feasible allocations are followed. {@link LagsTest} runs thousands of allocations,
 * {@link FaultProperties} runs with all kinds of events.
 */
final class RoundSchedulerPropertyTest {

  private static final RoundOptions OPTIONS = new RoundOptions(100);

  @Property
  void plan_timeOfLeases_isCreditedOnce(@ForAll Draws random) {
    Allocation allocation = Cases.feasible(random);
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

  private static void checkLag(double[] range) {
    assertTrue(range[0] <= 3, "behind by " + range[0] + " rounds");
    assertTrue(range[1] > -1.5, "ahead by " + -range[1] + " rounds");
  }

  /** A measured promise: chance may find a case that needs more than the two rounds above. */
  @Property
  void plan_feasibleAllocationOfOneWorkerJobs_isFollowedWithinThreeRounds(@ForAll Draws random) {
    checkLag(LagsTest.lags(Cases.feasible(random), 200, Priority.LAG));
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
              checkLag(LagsTest.lags(Cases.feasible(new Random(seed)), 200, wrong));
            }
          });
    }
  }
}
