package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.cli.report.ExitStatus;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PolicyChoice;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.reproduction.ExperimentCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExperimentCommandTest {

  private static final Path TABLE =
      Path.of(
          "..", "..", "..", "shared", "data", "gavel-throughputs", "simulation_throughputs.json");

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  /** The experiments of the default build: a second or two each. */
  private static final List<String> SAMPLE = List.of("physical", "cost", "themis", "hierarchical");

  private static CommandRun run(String... words) {
    Assumptions.assumeTrue(Files.exists(TABLE), "the published throughputs are not there; skipped");
    return CommandRun.of((Object[]) words);
  }

  private static Map<String, Double> figures(CommandRun run) {
    assertEquals(0, run.status(), run.err());
    Map<String, Double> figures = new HashMap<>();
    for (JsonNode line : run.json()) {
      figures.put(line.path("figure").asText(), line.path("ours").asDouble());
    }
    return figures;
  }

  @Test
  void experiment_withoutName_listsAll() {
    CommandRun run = CommandRun.of("experiment");
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(ExperimentCatalog.all(ExperimentScale.FULL).size(), lines.size());
    for (Experiment experiment : ExperimentCatalog.all(ExperimentScale.FULL)) {
      assertTrue(run.out().contains(experiment.name() + ": "), run.out());
    }
  }

  @Test
  void commandLine_misspelt_suggests() {
    CommandRun run = CommandRun.of("experimnt");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("did you mean experiment"), run.err());
  }

  @Test
  void measure_policyFails_saysWhoseAndInWhichRunAndBecomesAStatus() {
    PolicyChoice choice = PolicyCatalog.entry("isolated").choice(0);
    SolveFailedException failed =
        assertThrows(
            SolveFailedException.class,
            () ->
                choice.measure(
                    7,
                    () -> {
                      throw new SolveFailedException("no certified answer");
                    }));
    assertEquals("isolated, seed 7: no certified answer", failed.getMessage());
    assertEquals(Optional.of(ExitStatus.FAILED), ExitStatus.of(failed));
    InfeasibleProblemException infeasible =
        assertThrows(
            InfeasibleProblemException.class,
            () ->
                choice.measure(
                    7,
                    () -> {
                      throw new InfeasibleProblemException("too much", List.of("a"));
                    }));
    assertEquals(List.of("a"), infeasible.jobIds());
    assertEquals(Optional.of(ExitStatus.INFEASIBLE), ExitStatus.of(infeasible));
    assertEquals(Optional.empty(), ExitStatus.of(new IllegalStateException()));
  }

  @Test
  void experiment_unknown_isStatus2AndNamesAll() {
    CommandRun run = CommandRun.of("experiment", "las");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("\"las\"") && run.err().contains("las_single"), run.err());
  }

  @Test
  void experiment_anyNumberOfThreads_sameFigures() {
    String data = "--data=" + DATA;
    CommandRun one = run("experiment", "themis", "--reduced", "--json", data, "--threads=1");
    CommandRun four = run("experiment", "themis", "--reduced", "--json", data, "--threads=4");
    assertEquals(0, one.status(), one.err());
    assertEquals(one.out(), four.out());
  }

  @Test
  void experiment_lowLoad_noLinearProgramLosesToFifo() {
    Map<String, Double> jct =
        figures(run("experiment", "low_load", "--seeds=0", "--json", "--data=" + DATA));
    double fifo = jct.get("fifo_greedy, average JCT, h");
    jct.keySet().removeIf(key -> key.startsWith("throughput_per_cost")); // they wait by design
    jct.forEach(
        (key, ours) -> {
          if (!key.startsWith("as published")) {
            assertTrue(ours <= fifo * (1 + 1e-3), "%s: %s h, FIFO %s h".formatted(key, ours, fifo));
          }
        });
    assertEquals(21, jct.size());
    // What the published program does with the same jobs.
    assertEquals(14.6, jct.get("as published: max_min_fairness, average JCT, h"), 0.05);
    assertEquals(12.6, jct.get("as published: fifo_greedy, average JCT, h"), 0.05);
  }

  @Test
  void experiment_fidelity_roundsAreCloserThanTheOriginal() {
    CommandRun run = CommandRun.of("experiment", "fidelity", "--reduced", "--json");
    Map<String, Double> lags = figures(run);
    assertEquals(12, lags.size());
    assertTrue(lags.get("one worker: largest lag, rounds") > 0, run.out());
    assertTrue(lags.get("one worker: largest lag, rounds") <= 2, run.out());
    for (String jobs : List.of("one worker", "gangs", "pairs")) {
      assertTrue(lags.get(jobs + ": largest lag, rounds") <= 5, run.out());
      for (String what : List.of("largest", "mean")) {
        String lag = "%s: %s lag".formatted(jobs, what);
        double original = lags.get(lag + " of the original, rounds");
        assertTrue(lags.get(lag + ", rounds") < original / 5, run.out());
      }
    }
    assertEquals(run.out(), CommandRun.of("experiment", "fidelity", "--reduced", "--json").out());
  }

  /**
   * Experiments with so few jobs that clusters do not fill: bounds on what holds even then. In the
   * nightly profile all of them.
   */
  @Test
  void experiment_reduced_writesThePageAndKeepsRuns(@TempDir Path folder) throws IOException {
    Map<String, Double> figures = new HashMap<>();
    for (String name : NIGHTLY ? List.of("all") : SAMPLE) {
      Path docs = Files.createDirectory(folder.resolve(name));
      String[] words = {
        "experiment",
        name,
        "--reduced",
        "--json",
        "--data=" + DATA,
        "--out=" + folder.resolve("runs.jsonl"),
        "--docs=" + docs
      };
      CommandRun run = run(words);
      assertEquals(0, run.status(), run.err());
      for (JsonNode line : run.json()) {
        figures.put(
            line.path("experiment").asText() + ": " + line.path("figure").asText(),
            line.path("ours").asDouble());
      }
      assertHasAll(docs, ExperimentCatalog.named(name, ExperimentScale.REDUCED));
      CommandRun again = run(words); // from the runs that were kept
      assertEquals(run.out(), again.out());
    }
    String picture =
        NIGHTLY
            ? "all/results/reproduction/las_single-1"
            : "hierarchical/results/reproduction/hierarchical-1";
    assertTrue(Files.readString(folder.resolve(picture + ".svg")).contains("<svg"));
    atLeast(1.2, figures, "las_single: agnostic over aware");
    atLeast(1.2, figures, "las_multi: agnostic over aware");
    atLeast(1.2, figures, "ftf_multi: agnostic over aware by default rules");
    atLeast(1.5, figures, "makespan: FIFO as published over makespan policy");
    atLeast(1.1, figures, "cost: cost of maximum throughput over minimum cost");
    atMost(0, figures, "cost: deadlines missed at minimum cost with deadlines, %");
    atMost(1.01, figures, "makespan: sharing over alone");
    atLeast(1, figures, "makespan: Gandiva over makespan policy");
    atMost(1.2, figures, "themis: themis, largest ρ");
    atLeast(1.2, figures, "themis: optimus, largest ρ over that of themis");
    atLeast(1.1, figures, "hierarchical: aware over agnostic");
    atLeast(94, figures, "fgd: fgd, GPUs allocated at 100 % demand, %");
    atMost(1, figures, "average_jct: average completion time over AlloX");
    String regression =
        "las_single: aware, 50 jobs at once, seed 0, average JCT, h (a fork's regression test)";
    near(57_171.41 / 3600, 0.01, figures, regression);
    // The traces of the physical cluster are run in full.
    near(3.7, 0.2, figures, "physical: aware, average JCT, h");
    near(5.4, 0.2, figures, "physical: agnostic, average JCT, h");
    near(17.6, 0.6, figures, "physical: makespan policy, makespan, h");
  }

  @Test
  void experiment_docsOfOthers_keepTheirRowsAndPages(@TempDir Path folder) throws IOException {
    Path list = folder.resolve("results").resolve("reproduction.md");
    CommandRun physical = runInto(folder, "physical");
    assertEquals(0, physical.status(), physical.err());
    String page = Files.readString(folder.resolve("results/reproduction/physical.md"));
    String alone = Files.readString(list);
    CommandRun hierarchical = runInto(folder, "hierarchical");
    assertEquals(0, hierarchical.status(), hierarchical.err());
    assertEquals(page, Files.readString(folder.resolve("results/reproduction/physical.md")));
    List<String> both = Files.readString(list).lines().toList();
    assertTrue(both.containsAll(alone.lines().toList()), both.toString());
    assertEquals(alone.lines().count() + 1, both.size());
    // Rows follow the order of the experiments, not that of the commands.
    assertTrue(both.get(both.size() - 2).startsWith("| [hierarchical]"), both.toString());
    assertTrue(both.get(both.size() - 1).startsWith("| [physical]"), both.toString());
  }

  private static CommandRun runInto(Path docs, String name) {
    return run("experiment", name, "--reduced", "--data=" + DATA, "--docs=" + docs);
  }

  private static void assertHasAll(Path docs, List<Experiment> experiments) throws IOException {
    Path results = docs.resolve("results");
    String list = Files.readString(results.resolve("reproduction.md"));
    for (Experiment experiment : experiments) {
      String link = "reproduction/" + experiment.name() + ".md";
      assertTrue(list.contains("](" + link + ")"), link);
      String page = Files.readString(results.resolve(link));
      assertTrue(page.startsWith("# " + experiment.name() + "\n"), link);
    }
  }

  @Test
  void experiment_filesThatCannotBeUsed_areStatus2BeforeAnyRun(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "notes\n");
    Path missing = folder.resolve("missing");
    assertComplains("there is no such file (see --data)", "fgd", "--data=" + missing);
    assertComplains("notes.txt: cannot be written", "fgd", "--docs=" + file);
    assertComplains("there is no such folder", "fgd", "--out=" + missing.resolve("runs.jsonl"));
    assertComplains("notes.txt: line 1 is not a run", "fgd", "--out=" + file);
    assertComplains("--seeds is \"3..1\": 3..1 is descending", "fgd", "--seeds=3..1");
    assertEquals("notes\n", Files.readString(file));
  }

  private static void assertComplains(String what, String... words) {
    CommandRun run =
        CommandRun.of(Stream.concat(Stream.of("experiment"), Stream.of(words)).toArray());
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(what), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  /** Only the nightly profile has the figures of all experiments. */
  private static boolean ran(String figure) {
    return NIGHTLY || SAMPLE.contains(figure.substring(0, figure.indexOf(':')));
  }

  private static void atMost(double bound, Map<String, Double> figures, String name) {
    if (ran(name)) {
      double value = figures.get(name);
      assertTrue(value <= bound, "%s is %s; at most %s".formatted(name, value, bound));
    }
  }

  private static void atLeast(double bound, Map<String, Double> figures, String name) {
    if (ran(name)) {
      double value = figures.get(name);
      assertTrue(value >= bound, "%s is %s; at least %s".formatted(name, value, bound));
    }
  }

  private static void near(
      double expected, double tolerance, Map<String, Double> figures, String name) {
    if (ran(name)) {
      assertEquals(expected, figures.get(name), tolerance, name);
    }
  }
}
