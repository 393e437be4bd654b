package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gavel gain}. */
final class GainCommandTest {

  @TempDir private Path folder;
  private Path table;
  private Path trace;

  /** One worker, a job of ten hours and then one of one hour. */
  @BeforeEach
  void writeInputs() throws IOException {
    table = folder.resolve("table.json");
    Files.writeString(
        table,
        """
        {"v100": {"('long', 1)": {"null": 1}, "('short', 1)": {"null": 2}},
         "t4": {"('long', 1)": {"null": 0.1}, "('short', 1)": {"null": 0.1}}}
        """);
    trace = folder.resolve("trace.csv");
    Files.writeString(
        trace,
        """
        job_id,arrival_s,job_type,total_steps,scale_factor
        a,0,long,36000,1
        b,0,short,7200,1
        """);
  }

  private CommandRun gain(Object... more) {
    Object[] args = new Object[5 + more.length];
    args[0] = "gain";
    args[1] = "v100=1";
    args[2] = trace;
    args[3] = "--throughputs=" + table;
    args[4] = "--policies=srtf";
    System.arraycopy(more, 0, args, 5, more.length);
    return CommandRun.of(args);
  }

  @Test
  void gain_shortJobBehindALongOne_hasTheMeansOfBothOrders() {
    CommandRun run = gain("--json");
    assertEquals(0, run.status(), run.err());
    JsonNode json = run.json().get(0);
    assertEquals("fifo_greedy_agnostic", json.path("present").asText());
    JsonNode present = json.path("policies").get(0);
    JsonNode shortest = json.path("policies").get(1);
    assertEquals("srtf", shortest.path("policy").asText());
    assertEquals(10.5, present.path("avg_jct_h").asDouble(), 1e-9); // 10 and 11 hours
    assertEquals(6, shortest.path("avg_jct_h").asDouble(), 1e-9); // 11 and 1 hours
    assertEquals(10, present.path("longest_wait_h").asDouble(), 1e-9);
    assertEquals(1, shortest.path("longest_wait_h").asDouble(), 1e-9);
    assertEquals(11 * 0.74, shortest.path("cost_usd").asDouble(), 1e-9);
    assertEquals(1, shortest.path("earlier").asInt());
    assertEquals(1, shortest.path("later").asInt());
    assertEquals(11, shortest.path("jobs").get(0).path("jct_h").asDouble(), 1e-9);
  }

  @Test
  void gain_noWorkers_saysThatNoJobRuns() {
    CommandRun run =
        CommandRun.of("gain", "v100=0", trace, "--throughputs=" + table, "--policies=srtf");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("None of the 2 jobs completes under all policies"), run.out());
    assertTrue(
        run.err().startsWith("2 of 2 jobs cannot run in the cluster, the first: "), run.err());
  }

  @Test
  void gain_text_saysWhatChangesForHowMany() {
    CommandRun run = gain();
    assertEquals(0, run.status(), run.err());
    assertEquals(
        "srtf completes jobs 1.75 times as fast on average as fifo_greedy_agnostic; 1 of 2 jobs"
            + " end later.",
        run.out().lines().findFirst().orElseThrow());
    assertTrue(run.out().contains("average completion time, h"), run.out());
  }

  @Test
  void gain_presentIsBest_saysSo() {
    CommandRun run =
        CommandRun.of(
            "gain",
            "v100=1",
            trace,
            "--throughputs=" + table,
            "--present=srtf",
            "--policies=fifo_greedy");
    assertTrue(
        run.out().startsWith("None of the policies completes jobs earlier on average than srtf."),
        run.out());
  }

  @Test
  void gain_typeWithoutPrice_hasUnknownCost() {
    CommandRun run =
        CommandRun.of("gain", "t4=1", trace, "--throughputs=" + table, "--policies=srtf", "--json");
    assertTrue(run.json().get(0).path("policies").get(0).path("cost_usd").isNull(), run.out());
  }

  @Test
  void gain_report_isAPageOfAllTables() throws IOException {
    Path page = folder.resolve("gain.html");
    CommandRun run = gain("--report=" + page);
    assertEquals(0, run.status(), run.err());
    String html = Files.readString(page);
    assertTrue(html.contains("<h2>Largest changes under srtf</h2>"), html);
    assertTrue(
        html.contains("<td>b</td><td>1</td><td>11.00</td><td>1.00</td><td>-91 %</td>"), html);
    assertTrue(html.contains("trace.csv: SHA-256 "), html);
  }

  @Test
  void gain_jobOfUnknownKind_isRefusedByName() throws IOException {
    Files.writeString(
        trace,
        """
        job_id,arrival_s,job_type,total_steps,scale_factor
        a,0,other,36000,1
        """);
    CommandRun run = gain();
    assertEquals(2, run.status());
    assertTrue(
        run.err()
            .contains(
                "1 of 1 jobs are of a kind that "
                    + table
                    + " does not contain, the first is job a"),
        run.err());
  }

  @Test
  void gain_jobThatFitsNowhere_isLeftOutOfMeans() throws IOException {
    Files.writeString(
        table,
        """
        {"v100": {"('long', 1)": {"null": 1}, "('short', 1)": {"null": 2},
                  "('long', 4)": {"null": 4}}}
        """);
    Files.writeString(trace, Files.readString(trace) + "c,0,long,3600,4\n");
    CommandRun run = gain();
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out().contains("Times are of the 2 of 3 jobs that complete under all policies."),
        run.out());
    assertTrue(run.out().startsWith("srtf completes jobs 1.75 times as fast"), run.out());
  }

  @Test
  void gain_window_isRefused() {
    CommandRun run = gain("--window=0..1");
    assertEquals(2, run.status());
    assertEquals("--window: gavel gain compares all jobs of the trace\n", run.err());
  }
}
