package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.internal.ledger.Priority;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.Allocation;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.Tag;

/** How closely feasible allocations are followed, with many allocations and long runs. */
final class LagsTest {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static final RoundOptions OPTIONS = new RoundOptions(100);

  /** The largest lag, and the largest lead as a negative number, in rounds. */
  static double[] lags(Allocation allocation, int rounds, Priority priority) {
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

  private static void checkPromise(LongStream seeds, int rounds) {
    seeds.forEach(
        seed -> {
          double[] range = lags(Cases.feasible(new Random(seed)), rounds, Priority.LAG);
          assertTrue(range[0] <= 2, "behind by " + range[0] + " rounds with seed " + seed);
        });
  }

  @Example
  void plan_feasibleAllocationsOfOneWorkerJobs_areFollowedWithinTwoRounds() {
    checkPromise(LongStream.range(0, NIGHTLY ? 2000 : 150), 120);
  }

  /**
   * The hardest of 20,000 allocations for an order of candidates that let critical jobs and pools
   * idle: with that order they lagged by 2 to 2.8 rounds after 1,000 rounds, and more later.
   */
  @Example
  void plan_hardAllocationsWithoutSlack_areFollowedWithinTwoRoundsForLong() {
    checkPromise(
        LongStream.of(12477, 18844, 17136, 14797, 9155, 19858, 17114, 16682).limit(NIGHTLY ? 8 : 3),
        NIGHTLY ? 3000 : 1000);
  }

  @Example
  @Tag("nightly")
  void plan_nightly_isFollowedWithinTwoRounds() {
    checkPromise(LongStream.range(0, 20_000), 500);
  }

  /** Looks for hard allocations by small changes that make the largest lag grow. */
  @Example
  void plan_allocationsMadeHarder_areFollowedWithinTwoRounds() {
    for (long seed = 0; seed < (NIGHTLY ? 200 : 3); seed++) {
      Random random = new Random(seed);
      Allocation hardest = Cases.feasible(new Random(seed));
      double most = 0;
      for (int step = 0; step < (NIGHTLY ? 1000 : 100); step++) {
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
}
