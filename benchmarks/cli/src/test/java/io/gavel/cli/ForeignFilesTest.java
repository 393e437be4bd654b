package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that exists is replaced only by something of its own kind. */
final class ForeignFilesTest {

  private static final String SIMULATE =
      "simulate --policy isolated --cluster v100=2 --throughputs %s/throughputs.json"
          + " --trace %<s/recorded-jobs.csv ";

  @TempDir private Path folder;
  private Path sample;
  private Path out;

  @BeforeEach
  void writeSample() {
    sample = folder.resolve("sample");
    out = folder.resolve("out");
    assertEquals(0, CommandRun.of("init", sample).status());
  }

  /** Runs a command; the output is the word that is left out at its end. */
  private CommandRun run(String command, Path output) {
    List<Object> words = new ArrayList<>(List.of(command.formatted(sample).strip().split(" +")));
    words.add(output);
    return CommandRun.of(words.toArray());
  }

  private static void assertRefused(CommandRun run, String what) {
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(what), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SIMULATE + "--csv",
        SIMULATE + "--report",
        SIMULATE + "--faithful --record",
        "solve --policy max_min_fairness %s/problem.json --certificate",
        "sweep --policies isolated --cluster v100=2 --rates 1 --jobs 2 --seeds 0"
            + " --throughputs %s/throughputs.json --out %<s/runs.jsonl --csv",
        "sweep --policies isolated --cluster v100=2 --rates 1 --jobs 2 --seeds 0"
            + " --throughputs %s/throughputs.json --out %<s/runs.jsonl --report",
        "demo --svg",
      })
  void outputs_thatAreOthersFiles_areRefusedAndKept(String command) throws IOException {
    List<String> foreign = new ArrayList<>(List.of("my notes", "\n", "{}\n", "{\"run\":{}}\n"));
    foreign.add("<!DOCTYPE html>\n<html lang=\"en\"><title>mine</title></html>\n");
    foreign.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"></svg>\n");
    foreign.add("# My notes\n");
    for (String name : new String[] {"throughputs.json", "trace.csv", "servers.csv"}) {
      foreign.add(Files.readString(sample.resolve(name)));
    }
    for (String text : foreign) {
      Files.writeString(out, text);
      assertRefused(run(command, out), out + " exists and is not a ");
      assertEquals(text, Files.readString(out));
    }
    Path link = Files.createSymbolicLink(folder.resolve("link"), out);
    assertRefused(run(command, link), link + " exists and is not a ");
    assertRefused(run(command, folder), "it is a directory");
    Files.write(out, new byte[0]); // as mktemp leaves it
    assertEquals(0, run(command, link).status());
    String text = Files.readString(out);
    assertTrue(Files.isSymbolicLink(link) && text.length() > 10, text);
    assertEquals(0, run(command, out).status(), "what it wrote itself");
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "there are no devices");
    assertRefused(run(command, full), "/dev/full: cannot be written");
  }

  @Test
  void compare_outputsThatAreRuns_areRefusedAndKept() throws IOException {
    Path runs = folder.resolve("runs.jsonl");
    sweep(runs, "0..1");
    Path others = folder.resolve("others.jsonl");
    sweep(others, "2..3");
    String text = Files.readString(others);
    for (String option : new String[] {"--csv", "--report"}) {
      assertRefused(run("sweep compare " + runs + " " + option, others), "exists and is not a ");
      assertEquals(text, Files.readString(others));
    }
  }

  private void sweep(Path file, String seeds, String... more) {
    List<Object> words =
        new ArrayList<>(List.of("sweep", "--policies", "isolated", "--cluster", "v100=2"));
    words.addAll(List.of("--rates", "1", "--jobs", "2", "--seeds", seeds, "--out", file));
    words.addAll(List.of("--throughputs", sample.resolve("throughputs.json")));
    words.addAll(List.of(more));
    assertEquals(0, CommandRun.of(words.toArray()).status());
  }

  @Test
  void merge_fileWithOtherRuns_isRefusedAndKept() throws IOException {
    Path first = folder.resolve("first.jsonl");
    Path second = folder.resolve("second.jsonl");
    sweep(first, "0..3", "--shard", "1/2");
    sweep(second, "0..3", "--shard", "2/2");
    sweep(out, "7");
    String text = Files.readString(out);
    String merge = "sweep merge " + first + " " + second + " --out";
    assertRefused(run(merge, out), "line 1 is none of the runs merged");
    assertEquals(text, Files.readString(out));
    Files.writeString(out, "my notes");
    assertRefused(run(merge, out), "exists and is not runs");
    Files.delete(out);
    assertEquals(0, run(merge, out).status());
    assertEquals(0, run(merge, out).status(), "what it wrote itself");
    assertEquals(4, Files.readAllLines(out).size());
  }

  @Test
  void experiment_pagesOfOthers_areRefusedBeforeTheRuns() throws IOException {
    Path list = folder.resolve("results/reproduction.md");
    Files.createDirectories(list.getParent());
    Files.writeString(list, "my notes");
    CommandRun run = CommandRun.of("experiment", "las_single", "--reduced", "--docs", folder);
    assertRefused(run, list + " exists and is not a page");
    assertEquals("my notes", Files.readString(list));
  }

  /** The message says what the file is, and which command reads it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "why j trace.csv --policy=nash | is a trace, not a problem; gavel simulate --trace reads"
            + " it",
        "solve --policy=nash throughputs.json | is a throughput table, not a problem; gavel"
            + " simulate --throughputs",
        "simulate --policy=nash --cluster=v100=1 --rate=1 --throughputs problem.json | is a"
            + " problem, not a throughput table; gavel solve, why and what-if",
        "simulate --policy=nash --cluster=v100=1 --throughputs throughputs.json --trace tasks.csv |"
            + " is a list of tasks, not a trace; gavel place --pods",
        "place --placement=fgd --nodes tasks.csv --pods tasks.csv | is a list of tasks, not a list"
            + " of servers",
        "replay recorded-jobs.csv recorded-jobs.csv | is a trace, not a recorded run",
      })
  void inputs_ofAnotherFormat_areNamedWithTheirCommand(String command, String complaint) {
    List<Object> words = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      words.add(word.matches("[a-z-]+\\.(csv|json)") ? sample.resolve(word) : word);
    }
    assertRefused(CommandRun.of(words.toArray()), complaint);
  }

  @Test
  void command_thatIsAnOptionOfOthers_isToldSo() {
    assertRefused(
        CommandRun.of("report"),
        "--report is an option of gavel gain, gavel simulate, gavel sweep");
  }

  @Test
  void replay_kindThatTheTableLacks_isRefused() throws IOException {
    Path jobs = sample.resolve("recorded-jobs.csv");
    Files.writeString(jobs, Files.readString(jobs).replaceFirst("ResNet-18", "ResNet-19"));
    assertRefused(
        run("replay " + jobs, sample.resolve("recorded-rounds.jsonl")),
        "job job-0 is of a kind that ");
  }

  @Test
  void benchPlot_pictureThatIsNone_isRefusedAndKept() throws IOException {
    Path picture = folder.resolve("rivals.svg");
    Path table = folder.resolve("bench.json");
    Files.writeString(table, "{\"case\":\"max-min-10\",\"ours_ms\":1,\"rivals\":{}}\n");
    Files.writeString(picture, "my notes");
    CommandRun run = CommandRun.of("bench", "plot", "--bench", table, "--out", folder);
    assertRefused(run, picture + " exists and is not a picture");
    assertEquals("my notes", Files.readString(picture));
  }

  @Test
  void benchPlot_pagesOfEarlierRuns_areReplaced() throws IOException {
    Path cells = folder.resolve("scaling.jsonl");
    Files.writeString(
        cells,
        "{\"policy\":\"equal_share\",\"jobs\":64,\"types\":3,\"ms\":1,\"cpu_ms\":1,"
            + "\"gap\":0,\"status\":\"answered\"}\n");
    Path families = folder.resolve("families.jsonl");
    Files.writeString(
        families,
        "{\"policy\":\"makespan\",\"jobs\":64,\"types\":3,\"ms\":1,\"cpu_ms\":1,\"gap\":0,"
            + "\"status\":\"answered\",\"family\":\"distinct\",\"rivals\":{\"glop\":2},"
            + "\"stop_ms\":1,\"faults\":[]}\n");
    for (int i = 0; i < 2; i++) {
      assertEquals(
          0,
          CommandRun.of(
                  "bench", "plot", "--scaling", cells, "--families", families, "--out", folder)
              .status(),
          "run " + i);
    }
  }
}
