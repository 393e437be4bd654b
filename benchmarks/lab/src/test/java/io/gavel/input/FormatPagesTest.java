package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.workload.NormalizedRates;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the pages on file formats can be read. */
class FormatPagesTest {

  private static final Path PAGES = Path.of("..", "..", "docs", "reference");
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```(?:json|csv)?\n(.*?\n)```\n");

  @TempDir private Path folder = Path.of("");

  private Path example(String page, int number) throws IOException {
    return Files.writeString(folder.resolve("example"), text(page, number));
  }

  private static String text(String page, int number) throws IOException {
    return BLOCK
        .matcher(Files.readString(PAGES.resolve(page)))
        .results()
        .skip(number)
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  @Test
  void problem_ofThePage_canBeRead() throws IOException {
    ProblemFile file = ProblemReader.read(example("problem-format.md", 0));
    assertEquals(2, file.problem().jobCount());
    assertEquals(1, file.pairRows().size());
  }

  /** A key that is in one of schema and reader only is found; so is one that is not required. */
  @Test
  void problem_schema_hasTheKeysOfTheReader() throws IOException {
    JsonNode schema = new JsonMapper().readTree(PAGES.resolve("problem.schema.json").toFile());
    Path file = folder.resolve("problem.json");
    Files.writeString(
        file,
        """
        {"schema": "gavel-problem-1", "wrong": 0, "worker_types": ["a"],
         "jobs": [{"wrong": 0}]}
        """);
    List<String> mistakes = ProblemReader.mistakes(InputText.read(file));
    requireKeys(schema, mistakes, "wrong is not");
    requireKeys(schema.at("/properties/jobs/items"), mistakes, "jobs[0].wrong is not");
    for (String key : List.of("name", "num_workers")) {
      assertTrue(mistakes.stream().anyMatch(m -> m.contains(" " + key + " is missing")), key);
    }
  }

  private static void requireKeys(JsonNode schema, List<String> mistakes, String what) {
    String mistake =
        mistakes.stream().filter(m -> m.contains(": " + what)).findFirst().orElseThrow();
    Set<String> allowed =
        Set.of(mistake.substring(mistake.indexOf("allowed: ") + 9).split(", ", -1));
    Set<String> keys = new HashSet<>();
    schema.path("properties").fieldNames().forEachRemaining(keys::add);
    assertEquals(allowed, keys);
  }

  @Test
  void trace_ofThePage_canBeRead() throws IOException {
    List<TraceJob> jobs =
        TraceReader.read(example("trace-format.md", 0), ThroughputTable.builder().build());
    assertEquals(5, jobs.get(1).weight());
  }

  @Test
  void throughputTable_ofThePage_canBeReadAndNormalised() throws IOException {
    Path file = example("throughput-table-format.md", 0);
    assertEquals(3, ThroughputTableReader.read(file).kinds().size());
    assertEquals(
        List.of("bert", "gan"),
        NormalizedRates.all(file.toString(), ThroughputTableReader.read(file)).names());
  }

  @Test
  void prices_ofThePage_canBeRead() throws IOException {
    assertEquals(
        Map.of("v100", 0.74, "a100", 1.85, "t4", 0.35),
        PriceReader.read(example("price-format.md", 0)));
  }

  @Test
  void serversAndTasks_ofThePage_canBeRead() throws IOException {
    assertEquals(3, PlacementReader.servers(example("placement-format.md", 0)).size());
    assertEquals(2, PlacementReader.tasks(example("placement-format.md", 1)).size());
  }

  @Test
  void snapshot_ofThePage_isReadAndPrintedAsItStands() throws IOException {
    String text = text("snapshot-format.md", 0);
    assertEquals(text, ProblemSnapshot.print(ProblemSnapshot.parse(text)));
  }
}
