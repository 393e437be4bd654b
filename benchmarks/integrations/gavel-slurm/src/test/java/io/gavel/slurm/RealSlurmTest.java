package io.gavel.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.gavel.slurm.SlurmJob.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds on a real Slurm of one machine, with jobs that save on TERM. */
@Tag("slurm")
class RealSlurmTest {

  private static final int PORT = 27817;
  private static final double ROUND = 6;
  private static final double POLL = 0.5;
  private static final int KILLS = Boolean.getBoolean("gavel.nightly") ? 50 : 8;

  @TempDir private Path folder;

  private @Nullable ThrowAwaySlurm started;

  /** A cluster for each test: Slurm does not get over every restart in the midst of changes. */
  private ThrowAwaySlurm start(Map<String, String> options) throws Exception {
    Assumptions.assumeTrue(
        ThrowAwaySlurm.isPossible(),
        "rounds were not tested on Slurm: needs root, slurm-wlm and munge");
    ThrowAwaySlurm slurm = new ThrowAwaySlurm(folder, PORT, options);
    started = slurm;
    return slurm;
  }

  @AfterEach
  void stop() throws Exception {
    if (started != null) {
      started.stop();
    }
  }

  @Test
  void run_disturbedInEveryWay_losesNoJob() throws Exception {
    boolean accounting =
        ThrowAwaySlurm.isInstalled("slurmdbd") && ThrowAwaySlurm.isInstalled("mariadbd");
    ThrowAwaySlurm slurm = start(accounting ? Map.of("ACCOUNTING", "1") : Map.of());
    Set<String> jobs = new HashSet<>();
    for (int i = 0; i < 14; i++) {
      String kind = List.of("A", "B", "C").get(i % 3);
      jobs.add(slurm.submit(kind, "--comment=gavel:" + kind, i % 6 == 5 ? 2 : 1, i < 8 ? 12 : 6));
    }
    String guest = slurm.submit("C", "--job-name=guest", 2, 6);
    String cancelled = slurm.submit("B", "--comment=gavel:B", 1, 600);
    Process rounds = slurm.rounds(ROUND, POLL);

    Thread.sleep(5_000);
    slurm.run(20, "scontrol", "update", "NodeName=p2", "State=DRAIN", "Reason=test");
    Thread.sleep(4_000);
    slurm.restart();
    Thread.sleep(4_000);
    rounds.destroyForcibly().waitFor();
    Thread.sleep(2_000);
    slurm.rounds(ROUND, POLL);
    slurm.run(20, "scancel", cancelled);
    slurm.run(20, "scontrol", "update", "NodeName=p2", "State=RESUME");
    jobs.add(guest);
    await(slurm, 400, () -> done(slurm, jobs));

    Map<String, SlurmJob> seen =
        slurm.queue().stream().collect(Collectors.toMap(SlurmJob::id, job -> job));
    assertEquals(0, seen.get(guest).restarts(), "did not opt in");
    assertEquals("", seen.get(guest).features());
    List<SlurmJob> moved =
        seen.values().stream()
            .filter(job -> job.restarts() > 0)
            .filter(job -> !job.id().equals(cancelled)) // perhaps before it began again
            .toList();
    assertTrue(!moved.isEmpty(), "no job was ever moved");
    String log = slurm.log();
    assertTrue(log.contains(accounting ? "measured by sacct" : "estimated from squeue"), log);
    assertTrue(!log.contains("Exception"), log);
    if (accounting) {
      String lines =
          slurm.run(20, "sacct", "-D", "-X", "-a", "-n", "-P", "--format=JobID,Start,End,NodeList");
      String id = moved.get(0).id();
      long runs = SlurmClient.runs(lines).stream().filter(found -> found.id().equals(id)).count();
      assertTrue(runs > 1, "runs of " + id + ":\n" + lines);
    }
  }

  @Test
  void run_killedAtRandomMoments_holdsNoJobLongerThanARound() throws Exception {
    ThrowAwaySlurm slurm = start(Map.of());
    Set<String> jobs = new HashSet<>();
    for (int i = 0; i < 24; i++) {
      String kind = List.of("A", "B", "C").get(i % 3);
      jobs.add(slurm.submit(kind, "--comment=gavel:" + kind, i % 8 == 7 ? 2 : 1, 3600));
    }
    Random random = new Random(5);
    double longest = ROUND + 1 + 2 * POLL + 2;
    for (int i = 0; i < KILLS; i++) {
      Process rounds = slurm.rounds(ROUND, POLL);
      Thread.sleep(800 + random.nextInt(4_000));
      rounds.destroyForcibly().waitFor();
      if (Files.exists(slurm.state())) {
        RoundState.read(slurm.state());
      }
      Thread.sleep(300); // an scontrol that it has started goes on
      double now = System.currentTimeMillis() / 1e3;
      List<SlurmJob> seen =
          slurm.queue().stream().filter(job -> job.state() != State.ENDED).toList();
      assertEquals(jobs, seen.stream().map(SlurmJob::id).collect(Collectors.toSet()));
      for (SlurmJob job : seen) {
        assertTrue(job.priority() > 0, "held: " + job);
        boolean waits = job.state() == State.PENDING;
        assertTrue(!waits || job.eligibleTime() <= now + longest, "delayed: " + job);
      }
    }
    await(
        slurm,
        (int) longest + 15,
        () ->
            slurm.queue().stream()
                    .filter(job -> job.state() == State.RUNNING)
                    .mapToInt(SlurmJob::gpus)
                    .sum()
                >= 11); // a gang may find one GPU on each of two nodes

    Process rounds = slurm.rounds(ROUND, POLL);
    Thread.sleep(4_000);
    rounds.destroyForcibly().waitFor();
    Thread.sleep(1_000); // an scontrol that it has started goes on
    RoundState saved = RoundState.read(slurm.state());
    slurm.tell(Levers.release(slurm.reading(), saved.notes()));
    for (SlurmJob job : slurm.queue()) {
      if (job.state() == State.PENDING) {
        assertEquals("", job.features());
        assertTrue(job.eligibleTime() <= System.currentTimeMillis() / 1000 + 1, job::toString);
      }
    }
  }

  @Test
  @Tag("nightly")
  void run_thousandJobsWait_costsTheControllerLessThanASecondARound() throws Exception {
    ThrowAwaySlurm slurm = start(Map.of());
    slurm.submitMany("B", 1_012);
    double start = slurm.controllerSeconds();
    Thread.sleep(20_000);
    double idle = (slurm.controllerSeconds() - start) / 20;
    long begin = System.nanoTime();
    double busy = slurm.controllerSeconds();
    slurm.rounds(20, 1);
    await(slurm, 300, () -> slurm.log().lines().filter(l -> l.startsWith("round: ")).count() >= 4);

    double all = slurm.controllerSeconds() - busy;
    double own = all - idle * (System.nanoTime() - begin) / 1e9; // without Slurm's own scheduling
    assertTrue(own < 4, own + " of " + all + " s in four rounds:\n" + slurm.log());
  }

  private static boolean done(ThrowAwaySlurm slurm, Set<String> jobs) throws Exception {
    for (String id : jobs) {
      if (slurm.end(id).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** A condition that may fail while Slurm is away. */
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(ThrowAwaySlurm slurm, int seconds, Condition condition)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        String queue = slurm.run(20, "squeue", "-o", "%i %T %r %f %b %N");
        String nodes = slurm.run(20, "sinfo", "-N", "-o", "%N %T %G %E");
        String log = slurm.log();
        fail("not within %s s:%n%s%s%s".formatted(seconds, queue, nodes, log));
      }
      Thread.sleep(500);
    }
  }
}
