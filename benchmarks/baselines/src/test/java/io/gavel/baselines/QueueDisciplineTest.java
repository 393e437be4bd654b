package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueueDisciplineTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 2));

  /** A job of a gang, with service attained and steps left and done, at 10 and 2 steps a second. */
  private static AllocationProblem jobs(Job... jobs) {
    AllocationProblem.Builder problem = AllocationProblem.builder(CLUSTER);
    Arrays.stream(jobs).forEach(job -> problem.job(job, 10, 2));
    return problem.build();
  }

  private static Job job(String id, int gang, double workerSeconds) {
    return Job.builder(id)
        .scaleFactor(gang)
        .history(History.none().withService(workerSeconds, workerSeconds / gang * 2))
        .build();
  }

  @Test
  void order_leastService_countsWorkersAndTime() {
    AllocationProblem problem =
        jobs(job("1", 1, 4000), job("2", 2, 3000), job("3", 1, 8000), job("4", 1, 3249));
    AttainedService las = AttainedService.of(ServiceQueues.standard());
    assertArrayEquals(new int[] {1, 3, 0, 2}, las.order(problem)); // within a queue by arrival
    assertArrayEquals(
        new int[] {1, 3, 0, 2}, AttainedService.of(ServiceQueues.of(3250, 7200)).order(problem));
    assertArrayEquals(
        new int[] {0, 1, 3, 2}, AttainedService.of(ServiceQueues.of(5000)).order(problem));
    // the gang held two workers for 1,500 seconds: 3,000, not less than 2,500
    assertArrayEquals(
        new int[] {0, 1, 2, 3}, AttainedService.of(ServiceQueues.of(2500)).order(problem));
  }

  /** A gang that arrived first and never ran does not take the workers of those that passed it. */
  @Test
  void order_withinAQueue_jobsThatHaveRunGoBeforeThoseThatNeverHave() {
    AllocationProblem problem =
        jobs(job("gang", 2, 0), job("1", 1, 50), job("2", 1, 10), job("late", 1, 4000));
    AttainedService las = AttainedService.of(ServiceQueues.standard());
    assertArrayEquals(new int[] {1, 2, 0, 3}, las.order(problem));
  }

  @Test
  void order_normalizedService_doesNotChargeSlowHoursAsFastOnes() {
    Job slow =
        Job.builder("slow").history(History.none().withService(4000, 8000)).build(); // on k80
    Job fast =
        Job.builder("fast").history(History.none().withService(3000, 30_000)).build(); // on v100
    AttainedService las = AttainedService.of(ServiceQueues.of(2000));
    AttainedService finer = AttainedService.of(ServiceQueues.of(1000, 3500));
    assertArrayEquals(new int[] {0, 1}, las.order(jobs(fast, slow))); // both past the threshold
    assertArrayEquals(
        new int[] {1, 0},
        new AttainedService(las.queues(), true).order(jobs(fast, slow))); // 3000 and 800
    assertArrayEquals(new int[] {1, 0}, finer.order(jobs(slow, fast)));
    assertArrayEquals(
        new int[] {0, 1}, new AttainedService(finer.queues(), true).order(jobs(slow, fast)));
  }

  @Test
  void queueOf_longWait_promotesUntilTheJobHasRunItsPart() {
    ServiceQueues queues = ServiceQueues.of(100).promotedAfter(4);
    Job waited = job("1", 2, 400).toBuilder().secondsSinceStart(1000).build(); // ran 200 of 1000
    Job ran = waited.toBuilder().secondsSinceStart(999).build();
    assertEquals(0, queues.queueOf(waited, 400));
    assertEquals(1, queues.queueOf(ran, 400));
    assertEquals(1, ServiceQueues.of(100).queueOf(waited, 400));
    assertEquals(1, ServiceQueues.of(100).queueOf(waited, 100)); // a threshold starts a queue
    assertEquals(0, ServiceQueues.of(100).queueOf(waited, 99));
    assertThrows(IllegalArgumentException.class, () -> ServiceQueues.of(2, 1));
    assertThrows(IllegalArgumentException.class, () -> ServiceQueues.of(0));
    assertThrows(IllegalArgumentException.class, () -> queues.promotedAfter(Double.NaN));
  }

  @Test
  void promotedAfter_longWait_goesFirstUntilTheJobHasRunHalf() {
    QueueDiscipline guarded = QueueDiscipline.arrival().promotedAfter(100);
    Job first = job("first", 1, 0);
    Job waited = job("waited", 1, 0).toBuilder().secondsSinceStart(100).build();
    Job longer = job("longer", 2, 20).toBuilder().secondsSinceStart(150).build(); // ran 10
    assertArrayEquals(new int[] {2, 1, 0}, guarded.order(jobs(first, waited, longer)));
    Job ran = job("longer", 2, 60).toBuilder().secondsSinceStart(150).build(); // ran 30
    assertArrayEquals(new int[] {1, 0, 2}, guarded.order(jobs(first, waited, ran)));
    assertThrows(IllegalArgumentException.class, () -> QueueDiscipline.arrival().promotedAfter(0));
  }

  /** A gang of both workers, and a shorter job on one worker that arrives in each round. */
  @Test
  void promotedAfter_streamOfShortJobs_doesNotStarveAGang() {
    QueueDiscipline shortest = QueueDiscipline.shortestTime();
    assertEquals(0, roundsOfTheGang(shortest));
    int guarded = roundsOfTheGang(shortest.promotedAfter(10 * 360));
    assertTrue(
        guarded >= 40 && guarded <= 50, guarded + " of 100 rounds"); // half after the first 10
  }

  private static int roundsOfTheGang(QueueDiscipline discipline) {
    Cluster two = Cluster.of(new WorkerType("gpu", 2));
    int ran = 0;
    for (int round = 0; round < 100; round++) {
      AllocationProblem problem =
          AllocationProblem.builder(two)
              .job(
                  Job.builder("gang")
                      .scaleFactor(2)
                      .stepsRemaining(1e6)
                      .secondsSinceStart(360.0 * round)
                      .history(History.none().withService(720.0 * ran, 0))
                      .build(),
                  1)
              .job(Job.builder("short").stepsRemaining(10).build(), 1)
              .build();
      ran += GangQueue.of(discipline).allocate(problem).timeFraction(0) > 0 ? 1 : 0;
    }
    return ran;
  }

  /** The index by its definition, over a fine grid of horizons. */
  private static double gittins(double[] samples, double service) {
    double best = 0;
    for (double horizon = 0.25; horizon <= 200; horizon += 0.25) {
      double done = 0;
      double time = 0;
      for (double sample : samples) {
        if (sample > service) {
          done += sample - service <= horizon ? 1 : 0;
          time += Math.min(sample - service, horizon);
        }
      }
      best = Math.max(best, time > 0 ? done / time : 0);
    }
    return best;
  }

  @Test
  void index_randomSamples_isTheBestHorizon() {
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      double[] samples =
          random.doubles(1 + random.nextInt(9)).map(u -> 1 + (int) (99 * u)).toArray();
      double service = random.nextInt(110);
      assertEquals(gittins(samples, service), GittinsIndex.of(samples).index(service), 1e-12);
    }
  }

  @Test
  void order_gittins_prefersWhoIsLikelyToBeDoneSoon() {
    // half of all jobs take 100, the others 10,000: a job past 100 is a long one
    GittinsIndex gittins = GittinsIndex.of(100, 100, 10_000, 10_000);
    AllocationProblem problem = jobs(job("1", 1, 200), job("2", 1, 90), job("3", 1, 9_990));
    assertArrayEquals(new int[] {2, 1, 0}, gittins.order(problem));
    assertEquals(0.5 / 10, gittins.index(90), 1e-12); // half are done after 10 more
    assertEquals(0, gittins.index(10_000));
    // in queues: 90 before the others by its queue, then both in the last queue by arrival
    assertArrayEquals(new int[] {1, 0, 2}, gittins.over(ServiceQueues.of(150)).order(problem));
    assertThrows(IllegalArgumentException.class, GittinsIndex::of);
    assertThrows(IllegalArgumentException.class, () -> GittinsIndex.of(0));
  }

  @Test
  void index_fallingHazard_ordersAsLeastService() {
    // the more such a job has had, the longer it will take: Pareto quantiles
    double[] samples = new double[2000];
    Arrays.setAll(samples, i -> StrictMath.pow(1 - (i + 0.5) / samples.length, -1));
    GittinsIndex gittins = GittinsIndex.of(samples);
    for (int i = 100; i < 1900; i += 100) { // between samples, the next one is suddenly near
      assertTrue(gittins.index(samples[i]) > gittins.index(samples[i + 100]));
    }
  }

  @Test
  void order_oracles_countTimeOrService() {
    AllocationProblem problem =
        jobs(
            job("1", 2, 0).toBuilder().stepsRemaining(100).build(), // 10 s on 2 workers
            job("2", 1, 0).toBuilder().stepsRemaining(150).build()); // 15 s on 1
    assertArrayEquals(new int[] {0, 1}, QueueDiscipline.shortestTime().order(problem));
    assertArrayEquals(new int[] {1, 0}, QueueDiscipline.shortestService().order(problem));
    assertArrayEquals(new int[] {0, 1}, QueueDiscipline.arrival().order(problem));
    assertThrows(
        IllegalArgumentException.class,
        () -> QueueDiscipline.shortestTime().order(jobs(Job.of("1"))));
  }

  @Test
  void allocate_gangThatDoesNotFit_isSkipped() {
    AllocationProblem problem =
        jobs(job("1", 1, 0), job("2", 2, 0), job("3", 2, 0), job("4", 1, 0));
    Allocation x = GangQueue.of(QueueDiscipline.arrival()).allocate(problem);
    assertEquals(1, x.fraction("1", "v100"));
    assertEquals(1, x.fraction("2", "k80"));
    assertEquals(0, x.timeFraction(2));
    assertEquals(1, x.fraction("4", "v100"));
    assertEquals(3, x.certificate().objective());
  }

  @Test
  void allocate_equallyFastTypes_keepsAJobWhereItRuns() {
    Job running = Job.builder("1").history(History.none().runningOn("k80", 0)).build();
    AllocationProblem problem =
        AllocationProblem.builder(CLUSTER).job(running, 3, 3).job(Job.of("2"), 3, 3).build();
    Allocation x = GangQueue.of(QueueDiscipline.arrival()).allocate(problem);
    assertEquals(1, x.fraction("1", "k80"));
    assertEquals(1, x.fraction("2", "v100"));
  }

  @Test
  void allocate_orderThatLeavesAJobOut_isRefused() {
    GangQueue queue = GangQueue.of(problem -> new int[] {0, 0});
    AllocationProblem problem = jobs(job("1", 1, 0), job("2", 1, 0));
    assertThrows(IllegalArgumentException.class, () -> queue.allocate(problem));
  }
}
