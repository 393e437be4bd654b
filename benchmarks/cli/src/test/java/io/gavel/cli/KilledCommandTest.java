package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands in a JVM of their own that is killed on the way, as by the operating system: one command
 * once, in the nightly profile both commands twice.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // of a command that never writes a run
final class KilledCommandTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  /** The commands are killed as soon as they have written this number of runs. */
  private static final int[] KILLED_AFTER = NIGHTLY ? new int[] {2, 5} : new int[] {2};

  private static final String MARK = "\"mark\":[1.0],";

  @TempDir private Path folder;

  @Test
  void sweep_killed_endsWithTheSameBytes() throws Exception {
    Path table = Files.writeString(folder.resolve("table.json"), table());
    assertGoesOn(
        20,
        "sweep",
        "--throughputs=" + table,
        "--cluster=v100=2",
        "--policies=max_min_fairness,fifo_greedy",
        "--rates=0.05",
        "--seeds=0..9",
        "--jobs=" + (NIGHTLY ? 200 : 60),
        "--threads=2");
  }

  @Test
  @Tag("nightly")
  void experiment_killed_endsWithTheSameBytes() throws Exception {
    Assumptions.assumeTrue(Files.exists(DATA), "the published data are not there; skipped");
    assertGoesOn(
        16,
        "experiment",
        "cost",
        "--reduced",
        "--seeds=0..3",
        "--json",
        "--data=" + DATA,
        "--threads=1"); // several would leave runs in the order in which they ended
  }

  private static String table() {
    return JobTemplate.published().stream()
        .map(t -> "\"('%s', 1)\": {\"null\": 2}".formatted(t.jobType()))
        .collect(Collectors.joining(", ", "{\"v100\": {", "}}"));
  }

  /** A command that is killed after some of its runs, compared with one that is not. */
  private void assertGoesOn(int runs, String... command) throws Exception {
    Path whole = folder.resolve("whole.jsonl");
    run(command, whole);
    assertEquals(runs, lines(whole));
    Path killed = folder.resolve("killed.jsonl");
    for (int atLeast : KILLED_AFTER) {
      kill(command, killed, atLeast);
      int left = lines(killed);
      assertTrue(left >= atLeast && left < runs, left + " of " + runs + " runs when it was killed");
    }
    // Would be lost if the run were done again.
    Files.writeString(
        killed, Files.readString(killed).replaceFirst("(\"figures\":.)", "$1" + MARK));
    run(command, killed);
    String text = Files.readString(killed);
    assertTrue(text.contains(MARK), text);
    assertEquals(Files.readString(whole), text.replace(MARK, ""));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(), files.filter(file -> file.toString().endsWith(".tmp")).toList());
    }
  }

  private static void run(String[] command, Path out) {
    List<Object> words = new ArrayList<>(List.of((Object[]) command));
    words.add("--out=" + out);
    CommandRun run = CommandRun.of(words.toArray());
    assertEquals(0, run.status(), run.err());
  }

  /** Starts the command and kills it as soon as the file has a number of runs. */
  private static void kill(String[] command, Path out, int atLeast) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                GavelMain.class.getName()));
    words.addAll(List.of(command));
    words.add("--out=" + out);
    Process child =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      while (child.isAlive() && (Files.notExists(out) || lines(out) < atLeast)) {
        Thread.sleep(2);
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static int lines(Path file) throws IOException {
    return (int) Files.readString(file).chars().filter(c -> c == '\n').count();
  }
}
