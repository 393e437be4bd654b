package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompareCommandTest {

  @TempDir private Path folder;
  private Path runs;

  private static String run(String policy, int seed, double jct) {
    return """
    {"run":{"policy":"%s","cluster":"a=1,b=2","rate_jobs_per_hour":0.5,"seed":%d},\
    "figures":{"avg_jct_s":%s,"utilization":0.5,"cost":1,"saturated":false,\
    "jct_s":[1,%s,9000]}}
    """
        .formatted(policy, seed, jct, jct);
  }

  /** The second policy is slower by one hour at every seed, which differ by far more. */
  @BeforeEach
  void writeRuns() throws IOException {
    runs = folder.resolve("runs.jsonl");
    StringBuilder text = new StringBuilder();
    for (int seed = 0; seed < 4; seed++) {
      text.append(run("one", seed, 3600 * (10 + 20 * seed)));
      text.append(run("two", seed, 3600 * (11 + 20 * seed) + 36 * (seed % 2)));
      text.append(run("three", seed, 3600 * (10 + 20 * seed) + 36 * (seed % 2 == 0 ? 1 : -1)));
    }
    Files.writeString(runs, text);
  }

  private CommandRun compare(String... more) {
    List<Object> words = new ArrayList<>(List.of("sweep", "compare", runs));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void compare_differences_arePairedBySeed() {
    CommandRun run = compare();
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.get(0).startsWith("a=1,b=2, 0.5 jobs per hour"), lines.get(0));
    assertTrue(
        lines.get(3).matches("two +4 +41 +41 .* \\+1\\.0050 +0\\.0092 +higher\\* +1\\.04 .*"),
        run.out());
    assertTrue(lines.get(4).contains("not distinguishable"), run.out());
  }

  /** Twice as fast on traces whose loads differ by far: the ratio tells it, the difference not. */
  @Test
  void compare_ratiosOfTraces_tellWhatDifferencesDoNot() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int trace = 0; trace < 3; trace++) {
      String of = "\"trace\":\"t%s.csv\"".formatted(trace);
      double base = 3600 * Math.pow(8, trace);
      text.append(run("one", 0, base).replace("\"seed\":0", of));
      text.append(run("two", 0, base * (2 + 0.1 * trace)).replace("\"seed\":0", of));
      text.append(
          "{\"run\":{\"policy\":\"sick\",\"cluster\":\"a=1,b=2\",\"rate_jobs_per_hour\":0.5,%s},\"figures\":{\"failed\":\"no gangs\"}}\n"
              .formatted(of));
    }
    Files.writeString(runs, text);
    Path page = folder.resolve("page.html");
    CommandRun run = compare("--report=" + page);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("to one, paired by trace;"), run.out());
    assertTrue(
        run.out()
            .lines()
            .anyMatch(
                line ->
                    line.matches(
                        "two .* not distinguishable +2\\.10 \\[1\\.86, 2\\.36\\] +higher\\* *")),
        run.out());
    assertTrue(run.out().contains("3 of 3 runs failed: no gangs"), run.out());
    String html = Files.readString(page);
    assertTrue(html.contains("3 traces, so 95 % intervals have 2 degrees of freedom"), html);
    assertTrue(html.contains(">3 of 3 runs failed: no gangs</td>"), html);
    assertTrue(html.contains(">average JCT relative to one<"), html);
  }

  @Test
  void compare_severalRates_areAChartByLoad() throws IOException {
    String text = Files.readString(runs);
    Files.writeString(runs, text + text.replace("hour\":0.5", "hour\":1.5"));
    Path page = folder.resolve("page.html");
    assertEquals(0, compare("--report=" + page).status());
    assertTrue(Files.readString(page).contains(">Average completion time by load<"));
  }

  @Test
  void compare_baseline_comesFirst() {
    CommandRun run = compare("--baseline=two");
    assertTrue(run.out().contains("ratios are to two, paired by seed"), run.out());
    assertTrue(run.out().contains("lower"), run.out());
    assertEquals(2, compare("--baseline=four").status());
  }

  @Test
  void compare_files_haveEveryRunAndEveryPolicy() throws IOException {
    Path csv = folder.resolve("runs.csv");
    Path page = folder.resolve("page.html");
    assertEquals(0, compare("--csv=" + csv, "--report=" + page).status());
    List<String> lines = Files.readAllLines(csv);
    assertEquals(13, lines.size());
    assertEquals(
        "policy,cluster,rate_jobs_per_hour,seed,avg_jct_s,utilization,cost,saturated",
        lines.get(0));
    assertEquals("one,\"a=1,b=2\",0.5,0,36000.0,0.5,1,false", lines.get(1));
    String html = Files.readString(page);
    assertTrue(html.contains("SHA-256") && html.contains("<svg"), html);
    assertTrue(html.contains("+1.0050 ± 0.0092 ▲*<br>× 1.04 [0.98, 1.11] ="), html);
    assertTrue(html.contains(">Completion times<"), html);
  }

  @Test
  void compare_tablesOfOneNameThatDiffer_areDifferentLoads() throws IOException {
    String text = Files.readString(runs);
    String table = "\"throughputs\":\"t.json\",\"throughputs_sha256\":\"%s\",\"seed\"";
    String here = text.replace("\"seed\"", table.formatted("0123456789"));
    String there = text.replace("\"seed\"", table.formatted("abcdefabcd"));
    Files.writeString(runs, here + there);
    CommandRun run = compare();
    assertEquals(0, run.status(), run.err());
    for (String digest : List.of("01234567", "abcdefab")) {
      assertTrue(
          run.out().contains("a=1,b=2, 0.5 jobs per hour, throughputs t.json (" + digest + ")\n"),
          run.out());
    }
  }

  @Test
  void compare_runTwiceWithOtherFigures_isRefused() throws IOException {
    String text = Files.readString(runs);
    Files.writeString(runs, text + text);
    assertEquals(0, compare().status());
    Files.writeString(runs, text + run("two", 0, 1));
    CommandRun run = compare();
    assertEquals(2, run.status());
    assertTrue(run.err().startsWith("policy two has two runs with seed 0 on a=1,b=2"), run.err());
  }

  @Test
  void compare_otherFile_isRefused() throws IOException {
    Files.writeString(runs, "{\"notes\": 1}\n");
    CommandRun run = compare();
    assertEquals(2, run.status());
    assertEquals(runs + ": line 1 is not a run of gavel sweep\n", run.err());
    Files.writeString(runs, run("one", 0, 1) + "{\"run\":");
    assertEquals(runs + ": line 2 is incomplete; it is left out\n", compare().err());
    runs = folder;
    assertEquals(folder + ": cannot be read: it is not a regular file\n", compare().err());
    runs = folder.resolve("none.jsonl");
    assertTrue(compare().err().contains("there is no such file"));
    assertTrue(Files.notExists(runs));
  }
}
