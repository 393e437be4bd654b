package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.JobTemplate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No command destroys a file that it did not write, or hides that it could not write. */
final class OutputSafetyTest {

  @TempDir private Path folder;
  private Path table;
  private Path out;

  @BeforeEach
  void writeTable() throws IOException {
    table = folder.resolve("table.json");
    out = folder.resolve("runs é.jsonl");
    Files.writeString(table, table(2));
  }

  private static String table(double rate) {
    return JobTemplate.published().stream()
        .map(t -> "\"('%s', 1)\": {\"null\": %s}".formatted(t.jobType(), rate))
        .collect(
            Collectors.joining(
                ", ", "{\"v100\": {", "}, \"k80é\": {\"('A3C', 1)\": {\"null\": 1}}}"));
  }

  private CommandRun sweep(String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "sweep",
                "--throughputs=" + table,
                "--cluster=v100=2,k80é=0",
                "--policies=isolated",
                "--rates=0.1",
                "--jobs=2",
                "--out=" + out));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private static void assertRefused(CommandRun run, String what) {
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(what), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  private static void assertDone(CommandRun run, String what) {
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains(what), run.out());
  }

  @Test
  void sweep_foreignFileOfOneLine_isRefusedAndKept() throws IOException {
    for (String text :
        new String[] {
          "my notes", "12", "{}", "{\"a\":1}", "[1]", "{\"run\":1}", "{\"runs\":", "\n", " ", "{x"
        }) {
      Files.writeString(out, text);
      assertRefused(sweep(), "line 1 is not a run of this command");
      assertEquals(text, Files.readString(out));
    }
    byte[] binary = {(byte) 0xff, 0, 1, 2};
    Files.write(out, binary);
    assertRefused(sweep(), "line 1 is not a run of this command");
    assertArrayEquals(binary, Files.readAllBytes(out));
  }

  @Test
  void outputs_thatAreInputs_areRefusedAndKept() throws IOException {
    String text = Files.readString(table);
    Path link = Files.createSymbolicLink(folder.resolve("link"), table);
    out = table;
    assertRefused(sweep(), "--out: " + table + " is an input of this command");
    out = link;
    assertRefused(sweep(), "--out: " + link + " is an input of this command");
    Path trace =
        Files.writeString(
            folder.resolve("trace.csv"),
            "job_id,arrival_s,job_type,total_steps,scale_factor\n0,0,A3C,10,1\n");
    for (String option : new String[] {"--csv", "--report"}) {
      for (Path input : new Path[] {table, trace, link}) {
        assertRefused(
            CommandRun.of(
                "simulate",
                "--throughputs=" + table,
                "--trace=" + trace,
                "--cluster=v100=1",
                "--policy=isolated",
                option + "=" + input),
            option + ": " + input + " is an input of this command");
      }
    }
    assertEquals(text, Files.readString(table));
  }

  @Test
  void sweep_outputsThatAreTraces_areRefusedAndKept() throws IOException {
    String text = "job_id,arrival_s,job_type,total_steps,scale_factor\n0,0,A3C,10,1\n";
    Path trace = Files.writeString(folder.resolve("trace.csv"), text);
    for (String outputs :
        new String[] {"--out=%s", "--out=runs --csv=%s", "--out=runs --report=%s"}) {
      List<Object> words =
          new ArrayList<>(
              List.of(
                  "sweep",
                  "--throughputs=" + table,
                  "--trace=" + trace,
                  "--cluster=v100=1",
                  "--policy=isolated"));
      words.addAll(List.of(outputs.formatted(trace).split(" ")));
      assertRefused(CommandRun.of(words.toArray()), trace + " is an input of this command");
    }
    assertEquals(text, Files.readString(trace));
  }

  @Test
  void solve_proofsThatAreInputs_areRefusedAndKept() throws IOException {
    Path problem = folder.resolve("problem.json");
    Files.copy(CommandRun.golden("g01"), problem);
    String text = Files.readString(problem);
    assertRefused(
        CommandRun.of("solve", "--policy=max_min_fairness", "--certificate=" + problem, problem),
        "--certificate: " + problem + " is an input of this command");
    assertEquals(text, Files.readString(problem));
  }

  @Test
  void outputs_thatAreOneFile_areRefused() throws IOException {
    Path one = folder.resolve("one");
    String what = " are the same file, " + one + "; use two files";
    String[] both = {"--csv=" + one, "--report=" + folder.resolve(".").resolve("one")};
    assertRefused(sweep(both), "--csv and --report" + what);
    assertRefused(sweep("--csv=" + out), "--csv: " + out + " is an input of this command");
    assertTrue(Files.notExists(out));
    assertRefused(
        CommandRun.of(
            "simulate",
            "--throughputs=" + table,
            "--rate=1",
            "--jobs=1",
            "--cluster=v100=1",
            "--policy=isolated",
            both[0],
            both[1]),
        "--csv and --report" + what);
    assertTrue(Files.notExists(one));
  }

  @Test
  void sweep_throughALink_writesItsTarget() throws IOException {
    Path target = folder.resolve("target");
    Files.createSymbolicLink(out, target); // of no file yet
    for (String runs : new String[] {"3 of them now", "0 of them now"}) {
      assertDone(sweep(), "3 runs, " + runs);
      assertTrue(Files.isSymbolicLink(out));
      assertFalse(Files.isSymbolicLink(target));
      assertEquals(3, Files.readAllLines(target).size());
    }
    Files.writeString(target, "{\"run\":", StandardOpenOption.APPEND);
    assertDone(sweep(), "0 of them now");
    assertTrue(Files.isSymbolicLink(out));
  }

  @Test
  void sweep_notARegularFile_isRefused() throws IOException {
    out = Path.of("/dev/null");
    Assumptions.assumeTrue(Files.exists(out), "there are no devices");
    assertRefused(sweep(), "it is not a regular file");
    assertFalse(Files.isRegularFile(out));
    out = folder;
    assertRefused(sweep(), "it is not a regular file");
  }

  @Test
  void sweep_otherContentOfTheTable_isRefused() throws IOException {
    assertDone(sweep(), "3 runs, 3 of them now");
    String whole = Files.readString(out);
    Files.writeString(table, table(4));
    assertRefused(sweep(), "its throughputs_sha256 is ");
    assertEquals(whole, Files.readString(out));
    Files.writeString(out, whole.replace("\"development\"", "\"0.0.1\""));
    Files.writeString(table, table(2));
    assertRefused(sweep(), "its version is \"0.0.1\", here it is \"development\"");
  }

  @Test
  void sweep_otherSeeds_areKept() throws IOException {
    assertDone(sweep("--seeds=0..1"), "2 runs, 2 of them now");
    assertDone(sweep("--seeds=2,1,1"), "2 runs, 1 of them now");
    assertEquals(List.of("0", "2", "1"), seeds());
    assertDone(sweep("--seeds=0..2"), "3 runs, 0 of them now");
    assertEquals(List.of("0", "1", "2"), seeds());
    assertRefused(sweep("--gangs"), "line 1 is not a run of this command: its gangs is false");
  }

  private List<String> seeds() throws IOException {
    return Files.readAllLines(out).stream()
        .map(line -> line.replaceAll(".*\"seed\":(\\d+).*", "$1"))
        .toList();
  }

  @Test
  void sweep_sameFileAtTheSameTime_bothKeepTheirRuns() throws Exception {
    List<CompletableFuture<CommandRun>> runs = new ArrayList<>();
    for (String seeds : new String[] {"0..5", "3..8", "6..11"}) {
      runs.add(CompletableFuture.supplyAsync(() -> sweep("--seeds=" + seeds, "--threads=2")));
    }
    for (CompletableFuture<CommandRun> run : runs) {
      assertEquals(0, run.get().status(), run.get().err());
    }
    assertEquals(12, seeds().stream().distinct().count());
    assertEquals(12, seeds().size());
  }

  @Test
  void sweep_garbledRun_isReportedAndRunAgain() throws IOException {
    assertDone(sweep("--seeds=0..1"), "2 runs, 2 of them now");
    String whole = Files.readString(out);
    String[] garbled = {
      whole.replaceFirst("\"figures\":\\{[^}]*}", "\"figures\":null"),
      whole.replaceFirst("\"figures\":\\{[^}]*}", "\"figures\":{\"avg_jct_s\":\"banana\"}"),
      whole.replaceFirst(",\"figures\":\\{[^}]*}", ""),
      whole.replaceFirst("\"rounds\":\\d+", "\"rounds\":true"),
      whole.replaceFirst("\"saturated\":false", "\"saturated\":0"),
      whole.replaceFirst("\"policy\":", "\"policy\""),
    };
    for (String text : garbled) {
      Files.writeString(out, text);
      CommandRun run = sweep("--seeds=0..1");
      assertDone(run, "2 runs, 1 of them now");
      assertTrue(run.err().contains("line 1 ") && run.err().contains("is repeated"), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
      List<String> lines = new ArrayList<>(Files.readAllLines(out));
      assertEquals(whole.lines().toList(), lines);
    }
  }

  @Test
  void sweep_windowsLineEndsAndByteOrderMark_areRead() throws IOException {
    assertDone(sweep(), "3 of them now");
    String text = Files.readString(out);
    for (String edited : new String[] {text.replace("\n", "\r\n"), "\uFEFF" + text}) {
      Files.writeString(out, edited);
      assertDone(CommandRun.of("sweep", "compare", out), "isolated");
      assertDone(sweep(), "0 of them now");
      assertEquals(text, Files.readString(out));
    }
  }

  @Test
  void write_noSpace_isStatus2() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    for (String[] words :
        new String[][] {
          {"--version"},
          {"policies"},
          {"--help"},
          {"solve", "--json", "--policy=isolated", CommandRun.golden("g01").toString()}
        }) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      assertEquals(2, GavelMain.run(full, err, words));
      assertEquals(
          "standard output: cannot be written: No space left on device",
          err.toString(StandardCharsets.UTF_8).strip());
    }
  }
}
