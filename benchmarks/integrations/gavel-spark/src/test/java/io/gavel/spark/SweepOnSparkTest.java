package io.gavel.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep as a Spark application writes the bytes of {@code gavel sweep}. */
final class SweepOnSparkTest {

  private static final Path JAR =
      Path.of("..", "..", "target", "gavel.jar").toAbsolutePath().normalize();

  @TempDir private Path folder;
  private List<String> options = List.of();

  /** Executors of a local cluster are started from a folder with Spark's archives. */
  @BeforeAll
  static void provideSparkHome() throws IOException {
    Path jars = Path.of(System.getenv("SPARK_HOME"), "jars");
    Files.createDirectories(jars);
    for (String entry :
        System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1)) {
      Path from = Path.of(entry);
      Path to = jars.resolve(from.getFileName());
      if (entry.endsWith(".jar") && !Files.exists(to)) {
        Files.createSymbolicLink(to, from);
      }
    }
  }

  @BeforeEach
  void writeInputs() {
    CommandLineJar.of(JAR).run(List.of("init", folder.resolve("sample").toString()));
    options = options("0..5");
  }

  private List<String> options(String seeds) {
    return List.of(
        "--throughputs=" + folder.resolve("sample").resolve("throughputs.json"),
        "--cluster=v100=4,p100=4,k80=4",
        "--policy=fifo_greedy,isolated",
        "--rate=0.3",
        "--seeds=" + seeds,
        "--jobs=20");
  }

  private static SparkConf conf(String master) {
    return new SparkConf()
        .setMaster(master)
        .setAppName("test")
        .set("spark.ui.enabled", "false")
        .set(
            "spark.executor.extraClassPath",
            String.valueOf(Path.of("target", "classes").toAbsolutePath()))
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1");
  }

  private String onOneMachine() throws IOException {
    return CommandLineJar.of(JAR).output(sweep());
  }

  private List<String> sweep() {
    List<String> command = new ArrayList<>(List.of("sweep"));
    command.addAll(options);
    return command;
  }

  private String onSpark(JavaSparkContext spark, int shards) throws IOException {
    Path out = folder.resolve("runs.jsonl");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    SweepOnSpark.run(
        spark, JAR, shards, out, options, new PrintStream(printed, true, StandardCharsets.UTF_8));
    assertTrue(printed.toString(StandardCharsets.UTF_8).contains("isolated"), printed::toString);
    return Files.readString(out);
  }

  @Test
  void run_threadsOfOneProcess_writesTheBytesOfOneMachine() throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(conf("local[2]"))) {
      assertEquals(onOneMachine(), onSpark(spark, 12)); // one run a task
      assertEquals(onOneMachine(), onSpark(spark, 5));
    }
  }

  @Test
  void run_wrongOption_failsWithTheMessageOfTheCommandLine() {
    options = List.of("--nonsense");
    try (JavaSparkContext spark = new JavaSparkContext(conf("local[2]"))) {
      Exception e = assertThrows(Exception.class, () -> onSpark(spark, 2));
      assertTrue(String.valueOf(e.getMessage()).contains("--nonsense"), e.getMessage());
    }
    assertFalse(Files.exists(folder.resolve("runs.jsonl")));
  }

  @Test
  void run_executorKilledInTheMiddle_writesTheBytesOfOneMachine() throws Exception {
    options = options("0..99");
    String expected = onOneMachine();
    // Two workers in processes of their own, a core each.
    try (JavaSparkContext spark = new JavaSparkContext(conf("local-cluster[2,1,1024]"))) {
      CompletableFuture<Boolean> killed =
          CompletableFuture.supplyAsync(() -> killAnExecutor(spark));
      assertEquals(expected, onSpark(spark, 200));
      assertTrue(killed.join(), "no executor was killed while tasks ran");
    }
  }

  /** Kills a process of an executor, as a machine would die, after the first tasks. */
  private static boolean killAnExecutor(JavaSparkContext spark) {
    while (completed(spark) < 10) {
      pause();
    }
    Optional<ProcessHandle> executor =
        ProcessHandle.current()
            .descendants()
            .filter(
                process ->
                    process
                        .info()
                        .commandLine()
                        .orElse("")
                        .contains("CoarseGrainedExecutorBackend"))
            .findFirst();
    return executor.map(ProcessHandle::destroyForcibly).orElse(false) && completed(spark) < 190;
  }

  private static int completed(JavaSparkContext spark) {
    int sum = 0;
    for (int stage : spark.statusTracker().getActiveStageIds()) {
      sum +=
          Optional.ofNullable(spark.statusTracker().getStageInfo(stage))
              .map(s -> s.numCompletedTasks())
              .orElse(0);
    }
    return sum;
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void main_wrongArguments_areNamed() {
    assertThrows(IllegalArgumentException.class, () -> SweepOnSpark.main(new String[] {"a"}));
  }

  @Test
  void shippedFiles_pathsInWordsOptionsAndLists_areReplaced() throws IOException {
    Path a = Files.writeString(folder.resolve("a.csv"), "");
    Path b = Files.writeString(folder.resolve("b.csv"), "");
    ShippedFiles files =
        new ShippedFiles(List.of("--trace=" + a + "," + b, "--table", b.toString(), "--rate=1,2"));
    assertEquals(List.of(a.toString(), b.toString()), files.paths());
    assertEquals(
        List.of("--trace=/w/a.csv,/w/b.csv", "--table", "/w/b.csv", "--rate=1,2"),
        files.words(name -> "/w/" + name));
    Path other = Files.createDirectory(folder.resolve("other"));
    Path sameName = Files.writeString(other.resolve("a.csv"), "");
    assertThrows(
        IllegalArgumentException.class,
        () -> new ShippedFiles(List.of(a.toString(), sameName.toString())));
  }
}
