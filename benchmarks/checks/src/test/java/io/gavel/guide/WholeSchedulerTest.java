package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A scheduler that is killed repeatedly, compared with one that is not. */
class WholeSchedulerTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3));
  private static final int JOBS = 12;

  private final ExecutorService workers = Executors.newFixedThreadPool(5);

  @AfterEach
  void stop() {
    workers.shutdownNow();
  }

  /** Steps that were run, by the threads that ran them: what survives a crash of the scheduler. */
  private static final class Ran implements WholeScheduler.Work {
    final Map<String, Double> steps = new ConcurrentHashMap<>();
    final Map<String, Boolean> threads = new ConcurrentHashMap<>();

    @Override
    public void run(String jobId, double fromSteps, double toSteps) {
      threads.put(Thread.currentThread().getName(), true);
      steps.merge(jobId, toSteps, Math::max);
    }
  }

  private static void submit(WholeScheduler scheduler, int m) {
    Random random = new Random(m);
    Job job = Job.builder("job" + m).scaleFactor(1 + m % 2).weight(1 + m % 3).build();
    scheduler.submit(job, 2000 + random.nextInt(20_000), 4 + random.nextInt(8), 1 + m % 3);
  }

  private static String leases(RoundPlan plan) {
    StringBuilder text = new StringBuilder().append(plan.startSeconds());
    for (Lease lease : plan.leases()) {
      text.append(' ').append(lease.number()).append(lease.jobIds()).append(lease.workers());
    }
    return text.toString();
  }

  /** Runs until all jobs are done; one more comes each third round. */
  private List<String> run(Ran ran, Random crashes) throws Exception {
    WholeScheduler scheduler =
        new WholeScheduler(CLUSTER, MaxMinFairness.create(), RoundOptions.defaults());
    List<String> history = new ArrayList<>();
    int submitted = 0;
    for (int round = 0; submitted < JOBS || !scheduler.isIdle(); round++) {
      if (round % 3 == 0 && submitted < JOBS) {
        submit(scheduler, submitted++);
      }
      if (crashes.nextInt(4) == 0) {
        String text = scheduler.save();
        if (crashes.nextBoolean()) {
          crashInTheRound(scheduler);
        }
        scheduler = WholeScheduler.restore(text, MaxMinFairness.create());
        assertEquals(text, scheduler.save());
      }
      history.add(leases(scheduler.runRound(workers, ran)));
      assertTrue(round < 1000, "jobs come to an end");
    }
    return history;
  }

  /** Dies while the workers run: the plan was not written and is lost. */
  private void crashInTheRound(WholeScheduler scheduler) {
    if (!scheduler.isIdle()) {
      assertThrows(
          ExecutionException.class,
          () ->
              scheduler.runRound(
                  workers,
                  (jobId, fromSteps, toSteps) -> {
                    throw new IllegalStateException("killed");
                  }));
    }
  }

  private static final class Never extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public int nextInt(int bound) {
      return bound - 1;
    }
  }

  @Test
  void scheduler_ofTheTutorial_savesAndFinishes() throws Exception {
    Ran work = new Ran();
    // run the scheduler: begin
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    WholeScheduler scheduler =
        new WholeScheduler(cluster, MaxMinFairness.create(), RoundOptions.defaults());
    scheduler.submit(Job.of("transformer"), 30_000, 4, 1); // steps; steps per second on each type
    scheduler.submit(Job.of("resnet"), 10_000, 2, 1);
    String saved = scheduler.save();
    while (!scheduler.isIdle()) {
      scheduler.runRound(workers, work); // your thread pool, your way to run a job
      saved = scheduler.save(); // to a file or a database
    }
    // run the scheduler: end
    assertEquals(Map.of("transformer", 30_000.0, "resnet", 10_000.0), work.steps);
    assertTrue(WholeScheduler.restore(saved, MaxMinFairness.create()).isIdle());
  }

  @Test
  void scheduler_killedAndRestored_doesWhatItWouldHaveDone() throws Exception {
    Ran undisturbed = new Ran();
    List<String> expected = run(undisturbed, new Never());
    assertTrue(expected.size() > 3 * JOBS, "rounds " + expected.size());
    assertEquals(JOBS, undisturbed.steps.size());
    assertTrue(undisturbed.threads.size() > 1, "a pool of threads");
    for (long seed = 0; seed < 5; seed++) {
      Ran ran = new Ran();
      assertEquals(expected, run(ran, new Random(seed)));
      assertEquals(undisturbed.steps, ran.steps);
    }
  }
}
