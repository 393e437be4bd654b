package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** Simulations that are cut off at any byte of their file, and repeated. */
final class ResumeProperties {

  private static final List<String> RUNS =
      List.of(
          "max_min_fairness --mtbf 5 --repair 1 --checkpoint 20 --restore 30",
          "max_min_fairness --learn 1 --explore 0.1",
          "max_min_fairness_packed --estimate standard",
          "water_filling --min-reset 1000",
          "sia --gangs",
          "fifo_greedy_agnostic --faithful",
          "isolated --faithful",
          "finish_time_fairness --ideal");

  private Path folder = Path.of("");
  private Path table = Path.of("");

  @BeforeProperty
  void writeSample() throws IOException {
    folder = Files.createTempDirectory("resume");
    table = folder.resolve("sample").resolve("throughputs.json");
    assertEquals(0, CommandRun.of("init", table.getParent()).status());
  }

  @AfterProperty
  void deleteSample() throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private List<String> run(String options, Path... resume) throws IOException {
    Path csv = folder.resolve("jobs.csv");
    CommandRun run = command("v100=2,k80=2", csv, options, resume);
    assertEquals(0, run.status(), run.err());
    List<String> figures = run.out().lines().filter(line -> !line.contains("wall")).toList();
    return List.of(String.join("\n", figures), run.err(), Files.readString(csv));
  }

  private CommandRun command(String cluster, Path csv, String options, Path... resume) {
    List<Object> words = new ArrayList<>(List.of("simulate", "--throughputs", table, "--csv", csv));
    words.addAll(List.of("--cluster", cluster, "--rate", 4, "--jobs", 12, "--policy"));
    words.addAll(List.of(options.split(" ")));
    Arrays.stream(resume).forEach(file -> words.addAll(List.of("--resume", file)));
    return CommandRun.of(words.toArray());
  }

  @Property(tries = 16)
  void simulate_cutOffAnywhere_endsWithTheSameResult(@ForAll Draws random) throws IOException {
    String options = RUNS.get(random.nextInt(RUNS.size())) + " --seed " + random.nextInt(100);
    Path file = Files.createTempFile(folder, "run", ".txt");
    List<String> through = run(options);
    assertEquals(through, run(options, file));
    byte[] complete = Files.readAllBytes(file);
    byte[] cut = Arrays.copyOf(complete, random.nextInt(complete.length + 1));
    Files.write(file, cut);
    assertEquals(through, run(options, file));
    assertEquals(new String(complete, StandardCharsets.UTF_8), Files.readString(file));
  }

  @Example
  void simulate_fileOfAnotherRun_isRejected() throws IOException {
    Path file = folder.resolve("run.txt");
    run("srtf", file);
    CommandRun other = command("v100=2", folder.resolve("jobs.csv"), "srtf", file);
    assertEquals(2, other.status());
    assertTrue(other.err().contains("is of a run with another command"), other.err());
  }

  @Example
  void simulate_fileOfAnotherOutput_isRejected() {
    for (String output : List.of("--csv", "--report")) {
      Path file = folder.resolve("same.txt");
      CommandRun run =
          CommandRun.of(
              "simulate",
              "--policy=srtf",
              "--throughputs",
              table,
              "--cluster=v100=2",
              "--jobs=3",
              "--rate=4",
              "--resume",
              file,
              output,
              file);
      assertEquals(2, run.status());
      assertTrue(run.err().contains(output + " and --resume are the same file"), run.err());
    }
  }

  @Example
  void simulate_changedAnswer_isRejected() throws IOException {
    Path file = folder.resolve("changed.txt");
    run("srtf", file);
    Files.writeString(file, Files.readString(file).replaceFirst("jobs=1 ", "jobs=2 "));
    CommandRun again = command("v100=2,k80=2", folder.resolve("jobs.csv"), "srtf", file);
    assertEquals(2, again.status());
    assertTrue(again.err().contains("changed.txt: does not fit this run"), again.err());
  }
}
