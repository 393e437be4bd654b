package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of symptoms quotes messages as the program prints them. */
final class TroubleshootingTest {

  private static final Path DOCS = Path.of("..", "..", "docs");

  @TempDir private Path folder;

  /** One worker, two jobs without remaining steps, and a constraint that asks for two workers. */
  @BeforeEach
  void writeProblem() throws IOException {
    Files.writeString(
        folder.resolve("problem.json"),
        """
        {"schema": "gavel-problem-1", "name": "one", "worker_types": ["v100"], "num_workers": [1],
         "jobs": [{"id": "a", "throughput": [1]}, {"id": "b", "throughput": [1]}],
         "constraints": [
           {"name": "x", "terms": [{"unit": "workers"}], "relation": ">=", "bound": 2}]}
        """);
    CommandRun.of("init", folder.resolve("sample"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "solve problem.json --policy=makespan | has no steps remaining; makespan needs them",
        "solve problem.json --policy=nash_packed | needs pairs, which the problem lacks",
        "solve problem.json --policy=max_min_fairness | no allocation keeps \"x\"",
        "solve problem.json --policy=fifo_greedy | does not support constraints",
        "solve sample/trace.csv --policy=fifo_greedy | is a trace, not a problem",
        "simulate --policy=nash --cluster=v100=1 --throughputs=tutorial/data/throughputs.json"
            + " --trace=sample/trace.csv | jobs are of a kind that",
        "simulate --policy=nash --cluster=v100=1 --throughputs=sample/throughputs.json --rate=60"
            + " --window=20..40 | saturated",
      })
  void message_ofThePage_isPrinted(String command, String message) throws IOException {
    String page = Files.readString(DOCS.resolve("how-to").resolve("troubleshoot.md"));
    assertTrue(page.contains("| `" + message), message);
    List<Object> words = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      words.add(
          word.replaceFirst("^(.*=)?(problem|sample)", "$1" + folder + "/$2")
              .replaceFirst("=tutorial", "=" + DOCS + "/tutorial"));
    }
    CommandRun run = CommandRun.of(words.toArray());
    assertTrue(run.err().contains(message), run.err());
  }
}
