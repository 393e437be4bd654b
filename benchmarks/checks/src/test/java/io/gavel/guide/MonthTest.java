package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A month of rounds of six minutes, with jobs that come and go: nothing piles up. */
class MonthTest {

  private static final int ROUNDS_A_DAY = 240;
  private static final int DAYS = 30;
  private static final long MARGIN_BYTES = 4_000_000;

  /** Runs everything on the caller's thread. */
  private static final class Here extends AbstractExecutorService {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void scheduler_afterAMonth_isNoLargerThanAfterThreeDays() throws Exception {
    Cluster cluster = Cluster.of(new WorkerType("v100", 3), new WorkerType("k80", 4));
    WholeScheduler scheduler =
        new WholeScheduler(cluster, MaxMinFairness.create(), RoundOptions.defaults());
    Random random = new Random(1);
    Here here = new Here();
    int submitted = 0;
    int most = 0;
    long early = 0;
    for (int round = 0; round < DAYS * ROUNDS_A_DAY; round++) {
      if (random.nextInt(3) == 0) {
        Job job = Job.builder("job" + submitted++).scaleFactor(1 + random.nextInt(2)).build();
        scheduler.submit(job, 2000 + random.nextInt(6000), 2 + random.nextInt(6), 1);
      }
      scheduler.runRound(here, (jobId, fromSteps, toSteps) -> {});
      if (round % 20 == 0) {
        int length = scheduler.save().length();
        most = round < 3 * ROUNDS_A_DAY ? Math.max(most, length) : most;
        assertTrue(length <= 3 * most, "round " + round + ": state of " + length + " characters");
      }
      early = round == 3 * ROUNDS_A_DAY ? usedBytes() : early;
    }
    long late = usedBytes();
    assertTrue(submitted > 2000, submitted + " jobs");
    assertTrue(late < early + MARGIN_BYTES, "from " + early + " to " + late + " bytes");
  }
}
