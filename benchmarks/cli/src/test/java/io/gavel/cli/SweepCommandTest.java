package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SweepCommandTest {

  @TempDir private Path folder;
  private Path table;
  private Path out;

  @BeforeEach
  void writeTable() throws IOException {
    table = folder.resolve("table.json");
    out = folder.resolve("runs.jsonl");
    String rates =
        JobTemplate.published().stream()
            .map(t -> "\"('%s', 1)\": {\"null\": 2}".formatted(t.jobType()))
            .collect(Collectors.joining(", "));
    Files.writeString(table, "{\"v100\": {%s}}".formatted(rates));
  }

  private CommandRun sweep(String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "sweep",
                "--throughputs=" + table,
                "--cluster=v100=2",
                "--policies=max_min_fairness,fifo_greedy",
                "--rates=0.05,0.1",
                "--seeds=0..1",
                "--jobs=5",
                "--out=" + out));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void sweep_baseline_isCheckedBeforeTheRuns() {
    assertComplains(
        sweep("--baseline=allox"),
        "--baseline is \"allox\"; must be one of the policies, max_min_fairness, fifo_greedy");
    assertTrue(Files.notExists(out));
    CommandRun run = sweep("--baseline=FIFO-greedy");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("difference: to fifo_greedy, paired"), run.out());
  }

  @Test
  void sweep_seedsOfATrace_areRefused() {
    assertComplains(
        CommandRun.of(
            "sweep",
            "--throughputs=" + table,
            "--cluster=v100=2",
            "--policies=isolated",
            "--trace=" + table,
            "--seeds=1",
            "--out=" + out),
        "--trace provides the jobs; --seeds is for generated jobs");
  }

  @Test
  void sweep_everyCombination_oneLineInOrder() throws IOException {
    CommandRun run = sweep("--threads=3");
    assertEquals(0, run.status(), run.err());
    List<String> lines = Files.readAllLines(out);
    assertEquals(8, lines.size());
    assertTrue(lines.get(0).contains("\"policy\":\"max_min_fairness\""), lines.get(0));
    assertTrue(lines.get(7).contains("\"policy\":\"fifo_greedy\""), lines.get(7));
    assertTrue(lines.get(7).contains("\"completed\":5"), lines.get(7));
    Files.delete(out);
    assertEquals(0, sweep("--threads=1").status());
    assertEquals(lines, Files.readAllLines(out));
  }

  @Test
  void sweep_interrupted_continuesWithoutLoss() throws IOException {
    assertEquals(0, sweep().status());
    String whole = Files.readString(out);
    List<String> lines = whole.lines().toList();
    // The third run's line was being written, and runs had come out of order.
    Files.writeString(
        out, lines.get(5) + "\n" + lines.get(0) + "\n" + lines.get(2).substring(0, 40));
    CommandRun again = sweep();
    assertEquals(0, again.status(), again.err());
    assertTrue(again.out().contains("8 runs, 6 of them now"), again.out());
    assertEquals(whole, Files.readString(out));
  }

  @Test
  void sweep_badOptions_areStatus2BeforeAnyRun() throws IOException {
    assertComplains(sweep("--threads=0"), "--threads is 0; must be from 1 to");
    assertComplains(sweep("--policies=fifo_lpp"), "\"fifo_lpp\" (did you mean fifo_lp, ");
    assertEquals(0, Files.exists(out) ? Files.size(out) : 0);
    out = folder.resolve("none").resolve("runs.jsonl");
    assertComplains(sweep(), "cannot be written: there is no such folder");
  }

  private static void assertComplains(CommandRun run, String what) {
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(what), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void sweep_fileOfOtherRuns_isRefusedAndKept() throws IOException {
    assertEquals(0, sweep().status());
    String whole = Files.readString(out);
    CommandRun other = sweep("--gangs");
    assertEquals(2, other.status());
    assertTrue(other.err().contains("line 1"), other.err());
    assertEquals(whole, Files.readString(out));
  }

  @Test
  void sweep_fileOfOtherText_isRefusedAndKept() throws IOException {
    for (String text : new String[] {"notes\nof mine\n", "{}\n", "12\n13\n"}) {
      Files.writeString(out, text);
      assertComplains(sweep(), "line 1 is not a run of this command; use another --out");
      assertEquals(text, Files.readString(out));
    }
  }
}
