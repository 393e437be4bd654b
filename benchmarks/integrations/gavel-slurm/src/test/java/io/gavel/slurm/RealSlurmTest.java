package io.gavel.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.gavel.slurm.SlurmJob.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds on a real Slurm of one machine, with jobs that save on TERM. */
@Tag("slurm")
class RealSlurmTest {

  private static final Path SCRIPTS = Path.of("cluster").toAbsolutePath();
  private static final String PORT = "27817";
  private static final int KILLS = Boolean.getBoolean("gavel.nightly") ? 50 : 8;

  @TempDir private Path folder;

  private boolean accounting;
  private final List<Process> processes = new ArrayList<>();

  /** A cluster for each test: Slurm does not get over every restart in the midst of changes. */
  private void start(boolean withAccounting) throws Exception {
    boolean possible =
        isInstalled("slurmctld") && isInstalled("munged") && isInstalled("slurmd") && isRoot();
    Assumptions.assumeTrue(
        possible, "rounds were not tested on Slurm: needs root, slurm-wlm and munge");
    accounting = withAccounting && isInstalled("slurmdbd") && isInstalled("mariadbd");
    Files.createDirectory(folder.resolve("work"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    run(120, SCRIPTS.resolve("start").toString(), folder.resolve("slurm").toString());
  }

  private static boolean isInstalled(String program) {
    return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  @AfterEach
  void stop() throws Exception {
    processes.forEach(Process::destroyForcibly);
    if (Files.exists(folder.resolve("slurm/stop"))) {
      run(60, folder.resolve("slurm/stop").toString());
    }
  }

  @Test
  void run_disturbedInEveryWay_losesNoJob() throws Exception {
    start(true);
    Set<String> jobs = new HashSet<>();
    for (int i = 0; i < 14; i++) {
      String kind = List.of("A", "B", "C").get(i % 3);
      jobs.add(submit(kind, "--comment=gavel:" + kind, i % 6 == 5 ? 2 : 1, i < 8 ? 12 : 6));
    }
    String guest = submit("C", "--job-name=guest", 2, 6);
    String cancelled = submit("B", "--comment=gavel:B", 1, 600);
    Process rounds = rounds();

    Thread.sleep(5_000);
    run(20, "scontrol", "update", "NodeName=p2", "State=DRAIN", "Reason=test");
    Thread.sleep(4_000);
    end(Files.readString(folder.resolve("slurm/run/slurmctld.pid")).strip());
    Thread.sleep(2_000);
    run(20, "slurmctld");
    Thread.sleep(4_000);
    rounds.destroyForcibly().waitFor();
    Thread.sleep(2_000);
    rounds();
    run(20, "scancel", cancelled);
    run(20, "scontrol", "update", "NodeName=p2", "State=RESUME");
    jobs.add(guest);
    await(180, () -> jobs.stream().allMatch(id -> Files.exists(work(id + ".end"))));

    Map<String, SlurmJob> seen =
        queue().stream().collect(Collectors.toMap(SlurmJob::id, job -> job));
    assertEquals(0, seen.get(guest).restarts(), "did not opt in");
    assertEquals("", seen.get(guest).features());
    List<SlurmJob> moved = seen.values().stream().filter(job -> job.restarts() > 0).toList();
    assertTrue(!moved.isEmpty(), "no job was ever moved");
    String log = Files.readString(folder.resolve("log"));
    assertTrue(log.contains(accounting ? "measured by sacct" : "estimated from squeue"), log);
    assertTrue(!log.contains("Exception"), log);
    if (accounting) {
      String lines =
          run(20, "sacct", "-D", "-X", "-a", "-n", "-P", "--format=JobID,Start,End,NodeList");
      String id = moved.get(0).id();
      long runs = SlurmClient.runs(lines).stream().filter(found -> found.id().equals(id)).count();
      assertTrue(runs > 1, "runs of " + id + ":\n" + lines);
    }
  }

  @Test
  void run_killedAtRandomMoments_holdsNoJobLongerThanARound() throws Exception {
    start(false);
    Set<String> jobs = new HashSet<>();
    for (int i = 0; i < 24; i++) {
      String kind = List.of("A", "B", "C").get(i % 3);
      jobs.add(submit(kind, "--comment=gavel:" + kind, i % 8 == 7 ? 2 : 1, 3600));
    }
    Random random = new Random(5);
    double longest = RoundsProcess.ROUND + 1 + 2 * RoundsProcess.POLL + 2;
    for (int i = 0; i < KILLS; i++) {
      Process rounds = rounds();
      Thread.sleep(800 + random.nextInt(4_000));
      rounds.destroyForcibly().waitFor();
      if (Files.exists(state())) {
        RoundState.read(state());
      }
      Thread.sleep(300); // an scontrol that it has started goes on
      double now = System.currentTimeMillis() / 1e3;
      List<SlurmJob> seen = queue().stream().filter(job -> job.state() != State.ENDED).toList();
      assertEquals(jobs, seen.stream().map(SlurmJob::id).collect(Collectors.toSet()));
      for (SlurmJob job : seen) {
        assertTrue(job.priority() > 0, "held: " + job);
        boolean waits = job.state() == State.PENDING;
        assertTrue(!waits || job.eligibleTime() <= now + longest, "delayed: " + job);
      }
    }
    await(
        (int) longest + 15,
        () ->
            queue().stream()
                    .filter(job -> job.state() == State.RUNNING)
                    .mapToInt(SlurmJob::gpus)
                    .sum()
                >= 11); // a gang may find one GPU on each of two nodes

    Process rounds = rounds();
    Thread.sleep(4_000);
    rounds.destroyForcibly().waitFor();
    RoundState saved = RoundState.read(state());
    Path commands = folder.resolve("commands");
    Files.write(commands, Levers.release(reading(), saved.notes()));
    run(20, "bash", "-c", "scontrol < " + commands);
    for (SlurmJob job : queue()) {
      if (job.state() == State.PENDING) {
        assertEquals("", job.features());
        assertTrue(job.eligibleTime() <= System.currentTimeMillis() / 1000 + 1, job::toString);
      }
    }
  }

  private Path state() {
    return folder.resolve("state.json");
  }

  private Path work(String name) {
    return folder.resolve("work").resolve(name);
  }

  private Process rounds() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "io.gavel.slurm.RoundsProcess",
            state().toString(),
            SCRIPTS.resolve("speeds.json").toString());
    environment(builder);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private String submit(String kind, String option, int gpus, int seconds) throws Exception {
    return run(
            20,
            "sbatch",
            "--parsable",
            option,
            "--gres=gpu:" + gpus,
            "--time=30",
            SCRIPTS.resolve("job.sh").toString(),
            kind,
            Integer.toString(seconds),
            folder.resolve("work").toString())
        .strip();
  }

  private List<SlurmJob> queue() throws Exception {
    return SlurmJson.jobs(run(20, "squeue", "--json"));
  }

  private Reading reading() throws Exception {
    return new Reading(
        System.currentTimeMillis() / 1e3,
        queue(),
        SlurmJson.nodes(run(20, "sinfo", "--json")),
        Optional.empty());
  }

  /** Lets it save: after a SIGKILL, Slurm drains nodes on which jobs have started just before. */
  private static void end(String pid) throws Exception {
    ProcessHandle slurmctld = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    slurmctld.destroy();
    slurmctld.onExit().get(30, TimeUnit.SECONDS);
  }

  private void environment(ProcessBuilder builder) {
    builder.environment().put("SLURM_CONF", folder.resolve("slurm/etc/slurm.conf").toString());
    builder.environment().put("SLURM_TIME_FORMAT", "%s");
    builder.environment().put("BASE_PORT", PORT);
    builder.environment().put("ACCOUNTING", accounting ? "1" : "");
  }

  private String run(int seconds, String... command) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path errors = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder = new ProcessBuilder(command);
    environment(builder);
    builder.redirectOutput(out.toFile()).redirectError(errors.toFile());
    Process process = builder.start();
    assertTrue(process.waitFor(seconds, TimeUnit.SECONDS), String.join(" ", command));
    assertEquals(
        0, process.exitValue(), String.join(" ", command) + ": " + Files.readString(errors));
    return Files.readString(out);
  }

  /** A condition that may fail while Slurm is away. */
  private interface Condition {
    boolean holds() throws Exception;
  }

  private void await(int seconds, Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        String queue = run(20, "squeue", "-o", "%i %T %r %f %b %N");
        String nodes = run(20, "sinfo", "-N", "-o", "%N %T %G %E");
        String log = Files.readString(folder.resolve("log"));
        fail("not within %s s:%n%s%s%s".formatted(seconds, queue, nodes, log));
      }
      Thread.sleep(500);
    }
  }
}
