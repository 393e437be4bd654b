package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProblemReaderTest {

  /** Three jobs, the last with two workers; the pair of unequal jobs has rates 0. */
  private static final String VALID =
      """
      {"schema": "cluster-scheduling-golden-1", "name": "tiny", "note": "n",
      "worker_types": ["fast", "slow"], "num_workers": [2, 3], "cost": [1.5, 0.5],
      "reference_type": 0,
      "jobs": [
      {"id": 0, "throughput": [4, 1], "scale_factor": 1, "weight": 1, "steps_remaining": 10,
      "seconds_since_start": 0, "isolated_seconds_so_far": 0, "slo_seconds": null, "entity": "a"},
      {"id": 1, "throughput": [2, 1], "scale_factor": 1, "weight": 2, "steps_remaining": 11,
      "seconds_since_start": 5, "isolated_seconds_so_far": 3, "slo_seconds": 60, "entity": null},
      {"id": 2, "throughput": [6, 0], "scale_factor": 2, "weight": 3, "steps_remaining": 12,
      "seconds_since_start": 0, "isolated_seconds_so_far": 0, "slo_seconds": null, "entity": null}],
      "pairs": [{"jobs": [0, 2], "throughput": [[0, 0], [0, 0]]},
      {"jobs": [1, 0], "throughput": [[1.5, 3], [0, 0]]}],
      "entities": [{"id": "a", "weight": 1, "policy": "fifo"}],
      "expected": {"some_policy": {"any": "key"}}}
      """;

  @TempDir private Path folder;

  @Test
  void read_valid_keepsEverything() throws IOException {
    ProblemFile file = ProblemReader.read(write(VALID));
    assertEquals("tiny", file.name());
    assertEquals(OptionalInt.of(0), file.referenceType());
    assertEquals(3, file.problem().jobCount());
    assertEquals(4, file.problem().groupCount());
    assertEquals(List.of(OptionalInt.empty(), OptionalInt.of(3)), file.pairRows());
    // The file lists the pair as [1, 0]; the problem has the smaller index first.
    assertEquals(3, file.problem().throughputs().stepsPerSecond(3, 0, 0));
    assertEquals(1.5, file.problem().throughputs().stepsPerSecond(3, 1, 0));
    assertEquals(2, file.problem().job(2).scaleFactor());
    assertEquals(60, file.problem().job(1).sloSeconds().orElseThrow());
    assertEquals("a", file.problem().job(0).entity().orElseThrow());
    assertEquals(0.5, file.problem().cluster().type(1).pricePerHour());
  }

  @Test
  void read_shareOfAWorker_isKept() throws IOException {
    String shares =
        VALID.replace("\"scale_factor\": 1,", "\"scale_factor\": 1, \"gpu_milli\": 300,");
    ProblemFile file = ProblemReader.read(write(shares));
    assertEquals(0.3, file.problem().workers(0));
    assertEquals(0.3, file.problem().workers(3)); // the pair of two such jobs
    assertEquals(2, file.problem().workers(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "golden-1\" | golden-2\" | schema is \"cluster-scheduling-golden-2\"; must be"
            + " \"cluster-scheduling-golden-1\"",
        "\"num_workers\": [2, 3], |  | num_workers is missing",
        "[2, 3] | [2] | num_workers has length 1; must have length 2, one entry a worker type",
        "[2, 3] | [2, 3.5] | num_workers[1] is 3.5; must be an integer of at least 0",
        "[2, 3] | [-2, 3] | num_workers[0] is -2; must be an integer of at least 0",
        "[1.5, 0.5] | [1.5, NaN] | cost[1] is \"NaN\"; must be a finite number of at least 0",
        "\"slow\"] | \"fast\"] | worker_types[1] is \"fast\"; must be a name that no other worker"
            + " type has",
        "\"reference_type\": 0 | \"reference_type\": 2 | reference_type is 2; must be an integer"
            + " from 0 to 1",
        "[2, 1] | [2, -2] | jobs[1].throughput[1] is -2; must be a finite number of at least 0",
        "[2, 1] | [2, \"1\"] | jobs[1].throughput[1] is \"1\"; must be a finite number of at least"
            + " 0",
        "[2, 1] | [2, 1e999] | jobs[1].throughput[1] is \"Infinity\"; must be a finite number of at"
            + " least 0",
        "[2, 1] | [2, 1, 7] | jobs[1].throughput has length 3; must have length 2, one entry a"
            + " worker type",
        "\"id\": 1 | \"id\": 4 | jobs[1].id is 4; must be 1, the position in the list",
        "\"weight\": 2 | \"weight\": 0 | jobs[1].weight is 0; must be a finite number greater than"
            + " 0",
        "\"scale_factor\": 2 | \"scale_factor\": 0 | jobs[2].scale_factor is 0; must be an integer"
            + " of at least 1",
        "\"scale_factor\": 2 | \"scale_factor\": 2, \"gpu_milli\": 500 | jobs[2].gpu_milli is 500;"
            + " must be 1000, because a gang takes whole workers",
        "\"weight\": 2 | \"weight\": 2, \"gpu_milli\": 0 | jobs[1].gpu_milli is 0; must be an"
            + " integer from 1 to 1000",
        "\"weight\": 2 | \"weight\": 2, \"gpu_milli\": 0.5 | jobs[1].gpu_milli is 0.5; must be an"
            + " integer from 1 to 1000",
        "\"weight\": 2 | \"weight\": 2, \"gpu_milli\": 999 | pairs[1].throughput is"
            + " [[1.5,3],[0,0]]; must be all 0",
        "\"slo_seconds\": 60 | \"slo_seconds\": 0 | jobs[1].slo_seconds is 0; must be a finite"
            + " number greater than 0",
        "\"entity\": \"a\" | \"entity\": \"b\" | jobs[0].entity is \"b\"; must be null or the id of"
            + " an entity of this file",
        "\"weight\": 3, | \"weight\": 3, \"color\": 1, | jobs[2].color is not a key of the schema",
        "\"note\": | \"remark\": | remark is not a key of the schema",
        "\"jobs\": [1, 0] | \"jobs\": [1, 3] | pairs[1].jobs[1] is 3; must be an integer from 0 to"
            + " 2",
        "\"jobs\": [1, 0] | \"jobs\": [1, 1] | pairs[1].jobs is [1,1]; must be two different jobs",
        "\"jobs\": [1, 0] | \"jobs\": [2, 0] | pairs[1].jobs is [2,0]; must be a pair that is not"
            + " listed already",
        "[[0, 0], [0, 0]] | [[0, 1], [0, 0]] | pairs[0].throughput is [[0,1],[0,0]]; must be all 0",
        "[[1.5, 3], | [[1.5], | pairs[1].throughput[0] has length 1; must have length 2, one rate a"
            + " job of the pair",
        "\"fifo\" | \"lifo\" | entities[0].policy is \"lifo\"; must be \"fairness\" or \"fifo\" or"
            + " \"finish_time_fairness\"",
        "\"note\": \"n\", | \"note\": \"n\", \"note\": \"m\", | line 1 column ",
        "\"pairs\": [ | \"pairs\": [, | line 11 column ",
        "\"expected\": {\"some_policy\": {\"any\": \"key\"}} | \"expected\": 3 | expected is 3;"
            + " must be an object",
      })
  void read_oneThingWrong_isNamedWithItsPlace(String right, String wrong, String message)
      throws IOException {
    assertTrue(VALID.contains(right), right);
    Path file = write(VALID.replace(right, wrong == null ? "" : wrong));
    var error = assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertTrue(
        error.getMessage().startsWith(file + ": " + message),
        () -> "expected: " + message + "\n but was: " + error.getMessage());
    assertEquals(1, error.getMessage().lines().count());
  }

  @Test
  void read_noObject_isRefused() throws IOException {
    Path file = write("[1, 2]");
    var error = assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertEquals(file + ": the document is [1,2]; must be an object", error.getMessage());
  }

  @Test
  void read_emptyFile_isRefused() throws IOException {
    Path file = write("");
    assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
  }

  @Test
  void read_trailingText_isRefused() throws IOException {
    Path file = write(VALID + "{}");
    var error = assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertTrue(error.getMessage().contains("not valid JSON"), error.getMessage());
  }

  @Test
  void read_folder_isRefused() {
    var error = assertThrows(InvalidInputException.class, () -> ProblemReader.read(folder));
    assertEquals(folder + ": cannot be read: it is a directory", error.getMessage());
  }

  @Test
  void read_otherEncoding_isRefused() throws IOException {
    Path file = folder.resolve("latin.json");
    Files.write(file, VALID.replace("tiny", "t\u00fcny").getBytes(StandardCharsets.ISO_8859_1));
    var error = assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertEquals(file + ": cannot be read: it is not text in UTF-8", error.getMessage());
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("p.json"), text);
  }
}
