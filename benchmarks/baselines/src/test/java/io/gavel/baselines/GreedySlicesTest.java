package io.gavel.baselines;

import static io.gavel.baselines.SchedulersTest.gpus;
import static io.gavel.baselines.SchedulersTest.job;
import static io.gavel.baselines.SchedulersTest.time;
import static io.gavel.baselines.SchedulersTest.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Job;
import org.junit.jupiter.api.Test;

/** The greedy slices of Optimus and SLAQ where their answer is known. */
class GreedySlicesTest {

  private static final double EXACT = 1e-12;

  @Test
  void optimus_oneSlice_runsWholeGangsInOrderOfArrival() {
    AllocationProblem problem =
        gpus(3)
            .job(job("gang", 10, 0).toBuilder().scaleFactor(2).build(), 4)
            .job(job("one", 10, 0), 2)
            .job(job("late", 10, 0), 2)
            .build();
    Allocation x = new Optimus(1).allocate(problem);
    assertEquals(1, time(x, "gang"));
    assertEquals(1, time(x, "one"));
    assertEquals(0, time(x, "late"));
    assertEquals(2 / 3.0, x.certificate().objective(), EXACT); // of each the rate over its fastest
  }

  /** It has no steps, and needs none. */
  @Test
  void optimus_jobThatRunsNowhere_isLeftOut() {
    AllocationProblem problem = gpus(1).job(Job.of("nowhere"), 0).job(job("1", 10, 0), 4).build();
    Allocation x = Optimus.create().allocate(problem);
    assertEquals(1, time(x, "1"), EXACT);
    assertEquals(1, x.certificate().objective(), EXACT);
  }

  /** Its first way is for workers that it does not have; the other one is a way to run. */
  @Test
  void slices_jobThatRunsInItsOtherWayOnly_runs() {
    AllocationProblem problem =
        gpus(4)
            .job(job("1", 100_000, 0), 0)
            .configuration("1", "wide", 4, 15)
            .job(Job.of("nowhere"), 0)
            .build();
    for (Policy policy : new Policy[] {Optimus.create(), Slaq.create()}) {
      Allocation x = policy.allocate(problem);
      assertEquals(1, x.fraction("1", "wide", "gpu"), EXACT, policy::toString);
      assertEquals(1, x.certificate().objective(), EXACT, policy::toString);
    }
  }

  /** A slice of one worker is given back for one of all four: there is room for it just then. */
  @Test
  void optimus_widerWayThatNeedsAllWorkers_isTakenInExchange() {
    AllocationProblem problem =
        gpus(4).job(job("1", 100, 0), 5).configuration("1", "wide", 4, 15).build();
    for (int slices : new int[] {1, 2, 7}) {
      Allocation x = new Optimus(slices).allocate(problem);
      assertEquals(1, x.fraction("1", "wide", "gpu"), EXACT);
      assertEquals(0, x.fraction("1", "gpu"));
    }
  }

  @Test
  void optimus_widerWayOnAnotherType_isTakenInExchange() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(1, 2))
            .job(job("1", 100, 0), 10, 1)
            .configuration("1", "wide", 2, 0, 18)
            .build();
    Allocation x = Optimus.create().allocate(problem);
    assertEquals(1, x.fraction("1", "wide", "slow"), EXACT);
    assertEquals(18, x.effectiveThroughput("1"), EXACT);
  }

  /** What a job gives back on one type makes no room on another. */
  @Test
  void optimus_widerWayWithoutRoom_isNotTaken() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(1, 2))
            .job(job("1", 100, 0), 10, 1)
            .configuration("1", "wide", 2, 0, 18)
            .job(job("2", 100, 0), 0, 7)
            .build();
    Allocation x = new Optimus(1).allocate(problem);
    assertEquals(1, x.fraction("1", "fast"));
    assertEquals(1, x.fraction("2", "slow"));
  }

  @Test
  void optimus_slowerWayOrOneNoFaster_isNotTaken() {
    AllocationProblem problem =
        gpus(4)
            .job(job("1", 100, 0), 5)
            .configuration("1", "slower", 4, 4)
            .configuration("1", "same", 2, 5)
            .build();
    assertEquals(1, Optimus.create().allocate(problem).fraction("1", "gpu"), EXACT);
  }

  /** Both have all of the same work ahead; the one whose rate per worker is larger grows. */
  @Test
  void optimus_workersForOneOfTwo_goWhereTheyShortenMore() {
    AllocationProblem problem =
        gpus(3)
            .job(job("1", 100, 0), 5)
            .configuration("1", "wide", 2, 6)
            .job(job("2", 100, 0), 5)
            .configuration("2", "wide", 2, 9)
            .build();
    Allocation x = Optimus.create().allocate(problem);
    assertEquals(1, x.fraction("1", "gpu"), EXACT);
    assertEquals(1, x.fraction("2", "wide", "gpu"), EXACT);
  }

  private static LossCurve falling(double from) {
    return steps -> from * StrictMath.exp(-steps / 1000);
  }

  /**
   * The falls of new jobs count relative to the fall in an interval at their fastest: losses in
   * another unit change nothing.
   */
  @Test
  void slaq_newJobs_divideAsTheirRelativeFallsSay() {
    AllocationProblem problem =
        gpus(1).job(job("slow", 9000, 0), 1).job(job("quick", 9000, 0), 5).build();
    Slaq slaq = new Slaq(job -> falling(job.id().equals("slow") ? 70 : 1), 500, 20);
    Allocation x = slaq.allocate(problem);
    double best = 0;
    int slices = 0;
    for (int i = 0; i <= 20; i++) {
      double sum = relativeFall(500 * i / 20.0, 500) + relativeFall(2500 * (20 - i) / 20.0, 2500);
      slices = sum > best ? i : slices;
      best = Math.max(best, sum);
    }
    assertEquals(slices / 20.0, time(x, "slow"), EXACT);
    assertEquals(1 - slices / 20.0, time(x, "quick"), EXACT);
  }

  private static double relativeFall(double steps, double all) {
    return (1 - StrictMath.exp(-steps / 1000)) / (1 - StrictMath.exp(-all / 1000));
  }

  /** Curves of one's own may look at everything of a job. */
  @Test
  void slaq_reads_allThatItsCurvesMayRead() {
    assertFalse(Slaq.create().reads().contains(Aspect.WEIGHTS));
    assertEquals(Aspect.all(), new Slaq(job -> falling(1), 360, 20).reads());
  }

  @Test
  void fairAdmission_progress_isInTimeOnTheFastestType() {
    // ten seconds of work against fifty, though twice as many steps
    AllocationProblem problem =
        gpus(1).job(job("served", 100, 50), 1).job(job("quick", 100, 100), 10).build();
    Allocation x = new FairAdmission(Optimus.create(), 0.5).allocate(problem);
    assertEquals(1, time(x, "quick"), EXACT);
    assertEquals(0, time(x, "served"));
  }
}
