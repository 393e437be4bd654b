package io.gavel.baselines;

import static io.gavel.baselines.SchedulersTest.gpus;
import static io.gavel.baselines.SchedulersTest.time;
import static io.gavel.baselines.SchedulersTest.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import org.junit.jupiter.api.Test;

/** Where Gandiva places jobs, which move, which share workers and for what time they run. */
class GandivaTest {

  private static final double EXACT = 1e-12;

  private static Job on(String type, String id) {
    return Job.builder(id).history(History.none().runningOn(type, 0)).build();
  }

  private static Allocation allocate(AllocationProblem.Builder problem) {
    return new Gandiva().allocate(problem.build());
  }

  @Test
  void place_newJob_goesWhereDemandPerWorkerIsLeast() {
    Allocation large = allocate(AllocationProblem.builder(workers(4, 1)).job(Job.of("1"), 1, 9));
    assertEquals(1, large.fraction("1", "fast"));
    Allocation tie = allocate(AllocationProblem.builder(workers(2, 2)).job(Job.of("1"), 1, 9));
    assertEquals(1, tie.fraction("1", "fast"));
    // a gang counts as much as its workers
    Allocation busy =
        allocate(
            AllocationProblem.builder(workers(4, 2))
                .job(Job.builder("gang").scaleFactor(3).build(), 1, 0)
                .job(Job.of("1"), 1, 1));
    assertEquals(1, busy.fraction("1", "slow"));
  }

  @Test
  void place_jobThatRuns_staysWhileThereAreEnoughWorkers() {
    Allocation x =
        allocate(
            AllocationProblem.builder(workers(1, 4))
                .job(on("fast", "1"), 1, 1)
                .job(Job.of("2"), 1, 1));
    assertEquals(1, x.fraction("1", "fast")); // all of one worker, and four idle ones elsewhere
    assertEquals(1, x.fraction("2", "slow"));
  }

  @Test
  void place_jobThatIsDone_hasNoTimeAndCountsForNothing() {
    Job done = on("fast", "done").toBuilder().stepsRemaining(0).build();
    Allocation x = allocate(gpusOnFast().job(done, 1, 1).job(on("fast", "1"), 1, 1));
    assertEquals(0, time(x, "done"));
    assertEquals(1, x.fraction("1", "fast"));
    assertEquals(1, x.certificate().objective());
  }

  private static AllocationProblem.Builder gpusOnFast() {
    return AllocationProblem.builder(workers(1, 1));
  }

  @Test
  void migrate_threeOnOneWorker_movesOnlyTheLatest() {
    Allocation x =
        allocate(
            gpusOnFast()
                .job(on("fast", "1"), 1, 1)
                .job(on("fast", "2"), 1, 1)
                .job(on("fast", "3"), 1, 1));
    assertEquals(0.5, x.fraction("1", "fast"), EXACT);
    assertEquals(0.5, x.fraction("2", "fast"), EXACT);
    assertEquals(1, x.fraction("3", "slow"), EXACT);
    assertEquals(2 / 3.0, x.certificate().objective(), EXACT);
  }

  /** The later job runs on that type only, so it stands in nobody's way. */
  @Test
  void migrate_latestThatCannotMove_leavesItToAnEarlierOne() {
    Allocation x = allocate(gpusOnFast().job(on("fast", "1"), 1, 1).job(on("fast", "2"), 1, 0));
    assertEquals(1, x.fraction("1", "slow"));
    assertEquals(1, x.fraction("2", "fast"));
    Allocation gang =
        allocate(
            AllocationProblem.builder(workers(2, 1))
                .job(on("fast", "1"), 1, 1)
                .job(on("fast", "2").toBuilder().scaleFactor(2).build(), 1, 1));
    assertEquals(1, gang.fraction("1", "slow"));
    assertEquals(1, gang.fraction("2", "fast"));
  }

  /** The objective is of the fractions as they were meant, before any repair. */
  @Test
  void allocate_gangsAndSingles_runForTheTimeThatFits() {
    Allocation x =
        allocate(
            gpus(2)
                .job(Job.builder("gang").scaleFactor(2).build(), 1)
                .job(Job.of("1"), 1)
                .job(Job.of("2"), 1));
    for (String id : new String[] {"gang", "1", "2"}) {
      assertEquals(0.5, time(x, id), EXACT);
    }
    assertEquals(0.5, x.certificate().objective(), EXACT);
    assertEquals(0, allocate(gpus(1).job(Job.of("nowhere"), 0)).certificate().objective());
  }

  private static AllocationProblem.Builder four(int workers, double together) {
    AllocationProblem.Builder problem = gpus(workers);
    for (int m = 0; m < 4; m++) {
      problem.job(Job.of("" + m), 10);
    }
    double[] rate = {10 * together / 2};
    return problem.pair("0", "1", rate, rate).pair("2", "3", rate, rate);
  }

  @Test
  void pack_workersForAllButOne_makesOnePairOnly() {
    Allocation x = allocate(four(3, 1.5));
    assertEquals(1, x.fraction(4, 0), EXACT);
    assertEquals(0, x.fraction(5, 0));
    assertEquals(1, x.fraction(2, 0), EXACT);
    assertEquals(1, x.certificate().objective(), EXACT);
  }

  @Test
  void pack_enoughWorkers_makesNoPair() {
    Allocation x = allocate(four(4, 1.9));
    assertEquals(0, x.fraction(4, 0));
    assertEquals(1, x.fraction(0, 0));
  }

  /** Half the speed each is what they have by turns, too. */
  @Test
  void pack_asMuchTogetherAsByTurns_makesNoPair() {
    Allocation x = allocate(four(2, 1));
    assertEquals(0, x.fraction(4, 0));
    assertEquals(0.5, x.fraction(0, 0), EXACT);
  }
}
