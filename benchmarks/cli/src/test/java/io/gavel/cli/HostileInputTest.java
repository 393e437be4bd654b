package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every input ends with an answer, or with a documented status and one line. */
@Timeout(value = 2, unit = TimeUnit.MINUTES) // of a command that never ends
final class HostileInputTest {

  private static final String HEADER =
      "job_id,arrival_s,job_type,total_steps,scale_factor,priority_weight\n";

  @TempDir private Path folder;
  private Path table;
  private Path trace;

  @BeforeEach
  void writeInputs() throws IOException {
    table = folder.resolve("table é.json");
    trace = folder.resolve("trace é.csv");
    Files.writeString(
        table,
        JobTemplate.published().stream()
            .map(t -> "\"('%s', 1)\": {\"null\": 2}".formatted(t.jobType()))
            .collect(Collectors.joining(", ", "{\"v100\": {", "}}")));
    Files.writeString(trace, HEADER + "0,0,A3C,1000,1,1\n");
  }

  private CommandRun simulate(String... more) {
    List<Object> words = new ArrayList<>(List.of("simulate", "--throughputs=" + table));
    if (Stream.of(more).noneMatch(word -> word.startsWith("--policy"))) {
      words.add("--policy=max_min_fairness");
    }
    if (Stream.of(more).noneMatch(word -> word.startsWith("--cluster"))) {
      words.add("--cluster=v100=2");
    }
    if (Stream.of(more).noneMatch(word -> word.startsWith("--rate"))) {
      words.add("--trace=" + trace);
    }
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private CommandRun sweep(String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "sweep",
                "--throughputs=" + table,
                "--cluster=v100=2",
                "--policies=isolated",
                "--jobs=3",
                "--out=" + folder.resolve("runs.jsonl")));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private static void assertRefused(CommandRun run, String... what) {
    assertEquals(2, run.status(), run.err());
    for (String part : what) {
      assertTrue(run.err().contains(part), run.err());
    }
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void sweep_seedsAndRatesOutOfRange_areRefused() {
    assertRefused(
        sweep("--rates=1", "--seeds=4294967296"), "4294967296 is too large", "to 2147483647");
    assertRefused(sweep("--rates=1", "--seeds=999999999999999999"), "999999999999999999 is too");
    assertRefused(
        sweep("--rates=1e-300", "--seeds=0"), "rate is 1.0E-300 jobs per hour; it must be");
    assertRefused(sweep("--rates=NaN", "--seeds=0"), "rate is NaN");
    assertRefused(sweep("--rates=1", "--duration=Infinity"), "duration is Infinity");
    assertRefused(sweep("--rates=1", "--jobs=2000000000"), "--jobs");
  }

  @Test
  void simulate_numberOutOfRange_namesTheOption() {
    assertRefused(
        simulate("--min-reset=-1"), "--min-reset is -1.0; it must be finite and at least 0");
    assertRefused(simulate("--rate=-1", "--jobs=1"), "--rate, --duration: rate is -1.0 jobs per");
    assertRefused(
        simulate("--cluster=v100=1/0"),
        "--cluster: workers per server of v100 are \"0\"; they must be");
  }

  @Test
  void benchPlot_withoutOrWithWrongFiles_isRefused() {
    assertRefused(
        CommandRun.of("bench", "plot"), "--bench, --scaling or --families FILE is required");
    assertRefused(
        CommandRun.of("bench", "plot", "--bench", table), "must be the output of gavel bench");
    assertRefused(
        CommandRun.of("bench", "plot", "--scaling", folder), "cannot be read: it is a directory");
  }

  @Test
  void onePolicy_all_isRefused() {
    String[] what = {"--policy cannot be \"all\"; it must be the name of one policy"};
    assertRefused(simulate("--policy=all"), what);
    assertRefused(sweep("--rates=1", "--policy=all"), what);
    assertRefused(CommandRun.of("why", "a", "p.json", "--policy=all"), what);
    assertRefused(CommandRun.of("what-if", "p.json", "--policy=all", "--lift=a"), what);
  }

  @Test
  void simulate_neverEnding_isRefusedWithTheLimit() throws IOException {
    assertRefused(simulate("--round=1e-300"), "job 0 takes at least 500.0 s", "rounds of 1.0E-300");
    assertRefused(simulate("--restore=1e9"), "saving and loading a job take 1.0E9 s, more than");
    assertRefused(simulate("--checkpoint=1e300"), "saving and loading a job take 1.0E300 s");
    Files.writeString(trace, HEADER + "0,0,A3C,1e300,1,1\n");
    assertRefused(simulate(), "job 0 takes at least 5.0E299 s", "at most 20000000 rounds");
    assertRefused(simulate("--faithful"), "job 0 takes at least 5.0E299 s");
    CommandRun cut = simulate("--until=1");
    assertEquals(0, cut.status(), cut.err());
    Files.writeString(trace, HEADER + "0,0,A3C,1000,1,1\n1,1e300,A3C,1000,1,1\n");
    assertRefused(simulate(), "line 3: arrival_s is 1e300; it must be a number from 0 to 1.0E12");
  }

  @ParameterizedTest
  @CsvSource({"1e308", "1e-320", "1.7e308", "5e-324"})
  void simulate_weightBeyondAllReason_isAnsweredOrRefused(String weight) throws IOException {
    Files.writeString(trace, HEADER + "0,0,A3C,1000,1,%s\n1,0,A3C,1000,1,1\n".formatted(weight));
    for (String policy : new String[] {"max_min_fairness", "fifo_lp", "isolated"}) {
      assertEnds(simulate("--policy=" + policy));
    }
  }

  private static void assertEnds(CommandRun run) {
    assertTrue(run.status() >= 0 && run.status() <= 3, run.err());
    assertTrue(!run.err().contains("internal error"), run.err());
    assertTrue(run.status() == 0 || run.err().lines().count() == 1, run.err());
  }

  /** Numbers at the ends of their type: an answer, or a line for each policy that names why. */
  @ParameterizedTest
  @CsvSource({
    "1, 5e-324",
    "1, 1e-310",
    "1, 1.7e308",
    "5e-324, 1",
    "1e-310, 1",
    "1.7e308, 1",
    "5e-324, 5e-324",
    "5e-324, 1.7e308",
    "1.7e308, 5e-324",
    "1.7e308, 1.7e308"
  })
  void solve_numbersBeyondAllReason_areAnsweredOrRefused(String weight, String rate)
      throws IOException {
    String job =
        """
        {'id': '%s', 'throughput': [%s, 1], 'scale_factor': 1, 'weight': %s, 'steps_remaining': 1000,
        'seconds_since_start': 10, 'isolated_seconds_so_far': 10, 'slo_seconds': null,
        'entity': null}
        """;
    String problem =
        """
        {'schema': 'cluster-scheduling-golden-1', 'name': 'extreme', 'note': '',
        'worker_types': ['v100', 'k80'], 'num_workers': [1, 1], 'cost': [2, 1],
        'reference_type': 0, 'jobs': [%s, %s, %s], 'pairs': [], 'entities': [], 'expected': {}}
        """
            .formatted(
                job.formatted("a", rate, weight),
                job.formatted("b", 2, 1),
                job.formatted("c", 1, 1));
    Path file = Files.writeString(folder.resolve("p.json"), problem.replace('\'', '"'));
    CommandRun run = CommandRun.of("solve", "--policy=all", file);
    assertTrue(run.status() >= 0 && run.status() <= 3, run.err());
    for (String line : run.err().lines().toList()) {
      assertTrue(line.contains("p.json") && !line.contains("internal error"), line);
      assertTrue(!line.contains("must be numbers"), line);
    }
  }

  @Test
  void simulate_clusterTooLarge_isRefused() {
    assertRefused(simulate("--cluster=v100=99999999"), "\"99999999\"", "from 0 to 1000000");
    assertRefused(simulate("--cluster=v100=2147483648"), "\"2147483648\"", "from 0 to 1000000");
  }

  @Test
  void read_tooLarge_isRefused() throws IOException {
    for (Path file : new Path[] {table, trace}) {
      try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
        sparse.setLength(3L << 30);
      }
    }
    assertRefused(simulate(), "has 3221225472 bytes; it must have at most 268435456");
    assertRefused(
        CommandRun.of("solve", "--policy=isolated", table), "has 3221225472 bytes; it must have");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1] {} | line 1 column 6: not valid JSON: there is more text after the document",
        "{\"a\": 1e | line 1 column",
        "{\"a\": [1, 2 | for Array (start marker at line 1 column 7)",
        "[1} | (for Array starting at line 1 column 1)",
        "'' | the document is empty",
        "{\"schema\": \"x\", \"schema\": \"y\"} | not valid JSON: Duplicate field 'schema'",
      })
  void solve_brokenJson_namesThePlace(String text, String what) throws IOException {
    Path file = Files.writeString(folder.resolve("p.json"), text == null ? "" : text);
    CommandRun run = CommandRun.of("solve", "--policy=isolated", file);
    assertRefused(run, "p.json: ", what);
    assertTrue(
        !run.err().contains("com.fasterxml") && !run.err().contains("Constraint"), run.err());
  }

  @Test
  void solve_nestedOrLongNumber_namesThePlace() throws IOException {
    for (String text : new String[] {"[\n".repeat(5000), "[\n1" + "0".repeat(5000) + "]"}) {
      Path file = Files.writeString(folder.resolve("p.json"), text);
      CommandRun run = CommandRun.of("solve", "--policy=isolated", file);
      assertRefused(run, "p.json: line ", "maximum allowed (1000)");
      assertTrue(!run.err().contains("line 1 column 1:"), run.err());
    }
  }

  @Test
  void read_byteOrderMarkAndWindowsLineEnds_areAccepted() throws IOException {
    Files.writeString(trace, "\uFEFF" + Files.readString(trace).replace("\n", "\r\n"));
    Files.writeString(table, "\uFEFF" + Files.readString(table).replace("}, ", "},\r\n"));
    CommandRun run = simulate();
    assertEquals(0, run.status(), run.err());
  }

  @Test
  void read_columnGivenTwice_isNamed() throws IOException {
    Files.writeString(trace, HEADER.replace("\n", ",job_id\n") + "0,0,A3C,1000,1,1,0\n");
    assertRefused(simulate(), "line 1: column job_id is given twice");
  }

  @Test
  void simulate_outputThatCannotBeWritten_isRefusedBeforeTheRun() {
    for (String option : new String[] {"--csv", "--report"}) {
      Path missing = folder.resolve("missing").resolve("file");
      CommandRun run = simulate(option + "=" + missing);
      assertRefused(run, "cannot be written: there is no such folder");
      assertEquals("", run.out());
      assertRefused(simulate(option + "=" + folder), "cannot be written: it is a directory");
    }
  }

  @Test
  void simulate_interrupted_ends() {
    Thread.currentThread().interrupt();
    try {
      CommandRun run = simulate("--policy=isolated");
      assertEquals(1, run.status(), run.err());
      assertTrue(run.err().contains("interrupted at 0.0 s"), run.err());
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  /** Names that would clear the screen, print lines of their own or run in a browser. */
  @ParameterizedTest
  @CsvSource({"check,", "solve, --policy=max_min_fairness"})
  void controlCharacters_neverReachTheTerminal(String command, String option) throws IOException {
    Path file = folder.resolve("escapes.json");
    String name = "\\u001b[2J\\u202Ejob\\r\\nINJECTED: ok";
    String id = "{\"id\": \"%s\", \"throughput\": [1]%s}";
    for (String jobs :
        new String[] {
          id.formatted(name, ""), id.formatted("a", ", \"" + name + "\": 1"), id + name
        }) {
      Files.writeString(
          file,
          "{\"schema\": \"cluster-scheduling-golden-2\", \"name\": \"p\", \"worker_types\":"
              + " [\"t\"], \"num_workers\": [1], \"jobs\": ["
              + jobs
              + "]}");
      CommandRun run =
          option == null ? CommandRun.of(command, file) : CommandRun.of(command, option, file);
      assertEquals(2, run.status(), run.out());
      String text = run.out() + run.err();
      assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x2028)), text);
      assertTrue(text.lines().noneMatch(line -> line.startsWith("INJECTED")), text);
      assertTrue(run.err().matches("(?s).*(must be|allowed: |not valid JSON).*"), run.err());
    }
  }

  @Test
  void formulas_areTextInTables() throws IOException {
    Files.writeString(
        trace, HEADER + "\"=HYPERLINK(\"\"x\"\")\",0,A3C,1000,1,1\n-1,0,A3C,1000,1,1\n");
    Path csv = folder.resolve("jobs.csv");
    CommandRun run = simulate("--csv=" + csv);
    assertEquals(0, run.status(), run.err());
    List<String> lines = Files.readAllLines(csv);
    assertTrue(lines.get(1).startsWith("\"'=HYPERLINK(\"\"x\"\")\","), lines.get(1));
    assertTrue(lines.get(2).startsWith("-1,"), lines.get(2));
  }
}
