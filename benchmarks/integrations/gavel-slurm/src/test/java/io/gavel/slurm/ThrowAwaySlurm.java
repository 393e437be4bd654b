package io.gavel.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Slurm of one machine in a folder, by the scripts of this module. */
final class ThrowAwaySlurm {

  private static final Path SCRIPTS = Path.of("cluster").toAbsolutePath();

  private final Path folder;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<Process> processes = new ArrayList<>();

  /**
   * Starts it.
   *
   * @param folder empty
   * @param port the first of its ports
   * @param options variables of the start script
   */
  ThrowAwaySlurm(Path folder, int port, Map<String, String> options) throws Exception {
    this.folder = folder;
    environment.putAll(options);
    environment.put("BASE_PORT", Integer.toString(port));
    environment.put("SLURM_CONF", folder.resolve("slurm/etc/slurm.conf").toString());
    environment.put("SLURM_TIME_FORMAT", "%s");
    Files.createDirectories(folder.resolve("work"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    run(120, SCRIPTS.resolve("start").toString(), folder.resolve("slurm").toString());
  }

  static boolean isPossible() {
    return System.getProperty("user.name").equals("root")
        && Stream.of("slurmctld", "slurmd", "munged").allMatch(ThrowAwaySlurm::isInstalled);
  }

  static boolean isInstalled(String program) {
    return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /** Returns the state of rounds. */
  Path state() {
    return folder.resolve("state.json");
  }

  /** Returns when a job was done, in seconds since 1970. */
  Optional<Double> end(String job) throws IOException {
    Path file = folder.resolve("work").resolve(job + ".end");
    String text = Files.exists(file) ? Files.readString(file).strip() : "";
    return text.isEmpty() ? Optional.empty() : Optional.of(Double.parseDouble(text));
  }

  String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  /** Starts rounds in a process of their own, which ends with the cluster at the latest. */
  Process rounds(double roundSeconds, double pollSeconds) throws IOException {
    return rounds("max_min_fairness", roundSeconds, pollSeconds);
  }

  Process rounds(String policy, double roundSeconds, double pollSeconds) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "io.gavel.slurm.RoundsProcess",
            state().toString(),
            SCRIPTS.resolve("speeds.json").toString(),
            policy,
            Double.toString(roundSeconds),
            Double.toString(pollSeconds));
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  String submit(String kind, String option, int gpus, int seconds) throws Exception {
    return submit(kind, List.of(option), Integer.toString(gpus), seconds);
  }

  String submit(String kind, List<String> options, String gpus, int seconds) throws Exception {
    List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
    command.addAll(options);
    command.addAll(List.of("--gres=gpu:" + gpus, "--time=30"));
    command.add(SCRIPTS.resolve("job.sh").toString());
    command.addAll(List.of(kind, Integer.toString(seconds), folder.resolve("work").toString()));
    return run(20, command.toArray(String[]::new)).strip();
  }

  /** Submits jobs of an hour that take part in rounds. */
  void submitMany(String kind, int count) throws Exception {
    String script = SCRIPTS.resolve("job.sh").toString();
    String work = folder.resolve("work").toString();
    String loop =
        "for i in $(seq %s); do sbatch --comment=gavel:%s --gres=gpu:1 %s %s 3600 %s; done";
    run(600, "bash", "-c", loop.formatted(count, kind, script, kind, work));
  }

  /** Returns the processor time of slurmctld since it started. */
  double controllerSeconds() throws IOException {
    return controller().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
  }

  private ProcessHandle controller() throws IOException {
    String pid = Files.readString(controllerId()).strip();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  private Path controllerId() {
    return folder.resolve("slurm/run/slurmctld.pid");
  }

  List<SlurmJob> queue() throws Exception {
    return SlurmJson.jobs(run(20, "squeue", "--json"));
  }

  Reading reading() throws Exception {
    return new Reading(
        System.currentTimeMillis() / 1e3,
        queue(),
        SlurmJson.nodes(run(20, "sinfo", "--json")),
        Optional.empty());
  }

  void tell(List<String> commands) throws Exception {
    Path file = folder.resolve("commands");
    Files.write(file, commands);
    run(20, "bash", "-c", "scontrol < " + file);
  }

  /** Lets slurmctld save: after a SIGKILL, Slurm drains nodes on which jobs have just started. */
  void restart() throws Exception {
    ProcessHandle slurmctld = controller();
    slurmctld.destroy();
    slurmctld.onExit().get(30, TimeUnit.SECONDS);
    Thread.sleep(2_000);
    run(20, "slurmctld");
    for (int i = 0; i < 100 && !Files.exists(controllerId()); i++) {
      Thread.sleep(100);
    }
  }

  /** Runs a command, which must succeed, and returns its output. */
  String run(int seconds, String... command) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path errors = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(errors.toFile());
    Process process = builder.start();
    if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError(String.join(" ", command) + ": " + Files.readString(errors));
    }
    return Files.readString(out);
  }

  /** Ends it with all its processes. */
  void stop() throws Exception {
    processes.forEach(Process::destroyForcibly);
    run(60, folder.resolve("slurm/stop").toString());
  }
}
