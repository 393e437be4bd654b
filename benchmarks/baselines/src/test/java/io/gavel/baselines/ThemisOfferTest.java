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

/** Who counts as late, who sees the offer of Themis, and what becomes of what is left over. */
class ThemisOfferTest {

  private static final double CLOSE = 1e-6;

  private static Job.Builder job(String id, double age) {
    return Job.builder(id).stepsRemaining(100).secondsSinceStart(age);
  }

  private static Job leased(String id, String type) {
    return job(id, 10).history(History.none().runningOn(type, 60)).build();
  }

  /**
   * Without an age or a past there is no average; jobs that can run nowhere contend for nothing.
   */
  @Test
  void rho_withoutAPast_countsTheJobsThatCanRun() {
    AllocationProblem problem =
        gpus(1)
            .job(job("new", 0).history(History.none().withContendedSeconds(7)).build(), 1)
            .job(job("old", 100).build(), 1)
            .job(job("nowhere", 0).build(), 0)
            .build();
    assertEquals(100.0 / (100 * 2), Themis.rho(problem, 0), 1e-12);
    assertEquals(200.0 / (100 * 2), Themis.rho(problem, 1), 1e-12);
  }

  /** Half of two jobs is one; those that are done or can run nowhere are not counted. */
  @Test
  void allocate_jobsThatAreDoneOrCannotRun_doNotWidenTheOffer() {
    AllocationProblem problem =
        gpus(1)
            .job(job("late", 900).build(), 1)
            .job(job("early", 1).build(), 1)
            .job(job("done", 5000).stepsRemaining(0).build(), 1)
            .job(job("done too", 5000).stepsRemaining(0).build(), 1)
            .job(job("nowhere", 5000).build(), 0)
            .job(job("nowhere too", 5000).build(), 0)
            .build();
    Allocation x = Themis.create().withFairness(0.5).allocate(problem);
    assertEquals(1, time(x, "late"), CLOSE);
    assertEquals(0, time(x, "done"));
  }

  /** The second lease is on a worker that is gone, so its job bids for another. */
  @Test
  void allocate_leasesOnMoreWorkersThanThereAre_keepThoseThatCameFirst() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(1, 1))
            .job(leased("1", "fast"), 9, 1)
            .job(leased("2", "fast"), 9, 1)
            .build();
    Allocation x = Themis.create().allocate(problem);
    assertEquals(1, x.fraction("1", "fast"));
    assertEquals(1, x.fraction("2", "slow"), CLOSE);
  }

  @Test
  void allocate_leaseOfALaterJob_isKeptWhereItIs() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(3, 2))
            .job(job("1", 9).build(), 5, 0)
            .job(job("2", 9).build(), 5, 0)
            .job(leased("3", "slow"), 9, 1)
            .build();
    Allocation x = Themis.create().withFairness(0).allocate(problem);
    assertEquals(1, x.fraction("3", "slow"));
    assertEquals(0, x.fraction("3", "fast"));
  }

  /** It takes its fastest type while there is room, and the next for the rest of the time. */
  @Test
  void allocate_leftovers_goToTheFastestTypeFirst() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(workers(2, 2)).job(job("late", 9000).build(), 0, 9);
    for (String id : new String[] {"first", "second"}) {
      builder.job(job(id, 0).scaleFactor(2).build(), 1, 4);
    }
    AllocationProblem problem = builder.build();
    Allocation x = Themis.create().withFairness(1).allocate(problem);
    assertEquals(1, x.fraction("late", "slow"), CLOSE);
    // one worker is left of two: half of the time for a gang, which takes the other half elsewhere
    String turn = x.fraction("first", "slow") > x.fraction("second", "slow") ? "first" : "second";
    String next = turn.equals("first") ? "second" : "first";
    assertEquals(0.5, x.fraction(turn, "slow"), CLOSE);
    assertEquals(0.5, x.fraction(turn, "fast"), CLOSE);
    assertEquals(0, x.fraction(next, "slow"), CLOSE);
    assertEquals(0.5, x.fraction(next, "fast"), CLOSE);
  }

  /** Whoever's turn it is, nobody takes a worker that is of no use to it. */
  @Test
  void allocate_leftovers_areNotGivenWhereAJobCannotRun() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(1, 1))
            .job(job("late", 9000).build(), 9, 0)
            .job(job("1", 0).build(), 4, 0)
            .job(job("2", 0).build(), 0, 2)
            .build();
    for (long seed = 0; seed < 8; seed++) {
      Allocation x = new Themis(1, seed).allocate(problem);
      assertEquals(0, time(x, "1"), CLOSE);
      assertEquals(1, x.fraction("2", "slow"));
    }
  }

  /** The gang would need a worker that is leased; the mean is that of those who can bid. */
  @Test
  void certificate_bidderWithoutRoom_doesNotCount() {
    AllocationProblem problem =
        gpus(2)
            .job(leased("leased", "gpu"), 1)
            .job(job("gang", 5).scaleFactor(2).build(), 1)
            .job(job("one", 5).weight(2).build(), 3)
            .build();
    Allocation x = Themis.create().withFairness(0).allocate(problem);
    assertEquals(1, time(x, "one"), CLOSE);
    assertEquals(3, x.certificate().objective(), CLOSE);
    assertEquals(3, x.certificate().bound(), 1e-5);
  }
}
