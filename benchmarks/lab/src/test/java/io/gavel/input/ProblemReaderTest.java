package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** Rates relative to the slow type, with remaining times. */
  private static final String TIMED =
      """
      {"schema": "gavel-problem-1", "name": "timed", "assumed": "data sheets",
      "worker_types": ["fast", "slow"], "num_workers": [2, 3], "reference_type": 1,
      "jobs": [
      {"id": "a", "throughput": [2.5, 1], "seconds_left": 100},
      {"id": "b", "throughput": [2.5, 1], "seconds_left": 100, "seconds_left_on": "fast"}]}
      """;

  @Test
  void read_secondsLeft_areStepsAtTheRateOfTheirWorkerType() throws IOException {
    ProblemFile file = ProblemReader.read(write(TIMED));
    assertEquals(100, file.problem().job(0).stepsRemaining().orElseThrow());
    assertEquals(250, file.problem().job(1).stepsRemaining().orElseThrow());
    assertEquals(Optional.of("data sheets"), file.assumed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"reference_type\": 1, | '' | jobs[0].seconds_left needs seconds_left_on, or a reference",
        "[2.5, 1], \"seconds_left\" | [2.5, 0], \"seconds_left\" | "
            + "jobs[0].seconds_left is the time on slow, where the throughput of the job is 0",
        "\"seconds_left\": 100} | \"seconds_left\": 100, \"steps_remaining\": 1} | "
            + "jobs[0].seconds_left and steps_remaining are given; one is allowed",
        "\"seconds_left\": 100} | \"seconds_left_on\": \"slow\"} | "
            + "jobs[0].seconds_left_on is given without seconds_left",
        "on\": \"fast\" | on\": \"other\" | jobs[1].seconds_left_on is \"other\"; it must be"
            + " \"fast\" or",
        "\"seconds_left\": 100} | \"seconds_left\": -1} | jobs[0].seconds_left is -1; it must be",
        "gavel-problem-1 | cluster-scheduling-golden-2 | assumed is not",
      })
  void read_badSecondsLeft_areNamed(String text, String other, String message) throws IOException {
    String wrong = TIMED.replaceFirst(Pattern.quote(text), Matcher.quoteReplacement(other));
    Path file = write(wrong);
    var error = assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertTrue(error.getMessage().contains(message), error.getMessage());
    assertFalse(ProblemReader.mistakes(InputText.read(file)).isEmpty());
  }

  /** The same in the second schema. */
  private static final String FORBIDDING =
      VALID
          .replace("golden-1", "golden-2")
          .replace("\"id\": 1", "\"id\": \"two\"")
          .replace("\"jobs\": [1, 0]", "\"jobs\": [\"two\", 0]")
          .replace(
              "\"entities\"",
              "\"forbidden\": [{\"job\": \"two\", \"types\": [\"slow\"]},"
                  + " {\"job\": 0, \"types\": [\"fast\", \"fast\"]}], \"entities\"");

  /** The second schema with uncertain rates of a job, a pair and a configuration. */
  private static final String UNCERTAIN =
      FORBIDDING
          .replace(
              "\"throughput\": [4, 1],",
              "\"throughput\": [4, 1], \"low\": [3, 1], \"high\": [5, 1.5],"
                  + " \"configurations\": [{\"name\": \"x2\", \"workers\": 2,"
                  + " \"throughput\": [6, 0], \"low\": [5, 0], \"high\": [6, 0]}],")
          .replace(
              "\"throughput\": [[1.5, 3], [0, 0]]",
              "\"throughput\": [[1.5, 3], [0, 0]], \"low\": [[1, 3], [0, 0]],"
                  + " \"high\": [[1.5, 4], [0, 0]]");

  /** The second schema with constraints and a quota. */
  private static final String CONSTRAINED =
      FORBIDDING
          .replace(
              "\"policy\": \"fifo\"",
              "\"policy\": \"fifo\", \"guaranteed\": {\"fast\": 1}, \"lent\": {\"fast\": 0},"
                  + " \"limit\": {\"slow\": 2, \"any\": 3}")
          .replace(
              "\"entities\"",
              """
              "constraints": [
              {"name": "power", "terms": [{"unit": "amount", "amount": [300, 150]}],
               "relation": "<=", "bound": 900},
              {"name": "share", "terms": [
                {"jobs": ["two", 0], "types": ["fast"], "unit": "workers"},
                {"entity": "a", "unit": "time", "factor": -0.5}],
               "relation": ">=", "bound_of_capacity": 0.25}],
              "entities"\
              """);

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

  @Test
  void read_secondSchema_hasTextIdsAndForbiddenTypes() throws IOException {
    ProblemFile file = ProblemReader.read(write(FORBIDDING));
    assertEquals("two", file.problem().job(1).id());
    assertTrue(file.problem().eligibility().forbids(1, 1));
    assertTrue(file.problem().eligibility().forbids(0, 0));
    assertFalse(file.problem().eligibility().forbids(0, 1));
    assertEquals(1, file.problem().throughputs().stepsPerSecond(1, 1));
    assertEquals(List.of(OptionalInt.empty(), OptionalInt.of(3)), file.pairRows());
  }

  @Test
  void read_constraintThatSaysWhenItHolds_holdsThen() throws IOException {
    for (String holds : List.of("moment", "average")) {
      String text =
          CONSTRAINED.replace("\"bound\": 900", "\"bound\": 900, \"holds\": \"" + holds + "\"");
      assertEquals(
          holds.toUpperCase(Locale.ROOT),
          ProblemReader.read(write(text))
              .problem()
              .constraints()
              .get(0)
              .holds()
              .orElseThrow()
              .name());
    }
  }

  @Test
  void read_constraintsAndQuotas_areThoseOfTheFile() throws IOException {
    AllocationProblem problem = ProblemReader.read(write(CONSTRAINED)).problem();
    assertEquals(
        List.of(
            Constraint.named("power").that(LinearForm.amount(300, 150)).atMost(900),
            Constraint.named("share")
                .that(
                    LinearForm.workers()
                        .ofJobs("two", "0")
                        .onTypes("fast")
                        .plus(LinearForm.time().ofEntity("a").times(-0.5)))
                .atLeastPartOfCapacity(0.25)),
        problem.constraints());
    assertEquals(
        List.of(
            Quota.of("a")
                .reserving("fast", 1)
                .lending("fast", 0)
                .limitedTo("slow", 2)
                .limitedInAll(3)),
        problem.quotas());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"<=\" | \"<\" | constraints[0].relation is \"<\"; it must be \"<=\" or \">=\" or \"=\"",
        "900 | \"x\" | constraints[0].bound is \"x\"; it must be a finite number",
        "\"bound\": 900 | \"limit\": 9 | constraints[0].limit is not a key of the schema; allowed:"
            + " name, terms, relation, bound, bound_of_capacity, holds, penalty",
        "\"bound\": 900 | \"bound\": 900, \"holds\": \"now\" | constraints[0].holds is \"now\";"
            + " it must be \"moment\" or \"average\"",
        "\"bound\": 900 | \"bound\": 9, \"bound_of_capacity\": 1 | constraints[0].bound and"
            + " bound_of_capacity are given; one is allowed",
        "[300, 150] | [300] | constraints[0].terms[0].amount has length 1; it must have length 2,"
            + " one entry a worker type",
        "\"amount\": [300, 150] | \"types\": [] | constraints[0].terms[0].amount is missing",
        "\"unit\": \"time\" | \"unit\": \"hours\" | constraints[1].terms[1].unit is \"hours\"; it"
            + " must be \"workers\" or \"time\" or \"running\" or \"steps\" or \"amount\"",
        "-0.5 | 0 | constraints[1].terms[1].factor is 0; it must be a finite number other than 0",
        "\"entity\": \"a\", \"unit\" | \"entity\": \"b\", \"unit\" | constraints[1].terms[1].entity"
            + " is \"b\"; it must be the id of an entity of this file",
        "[\"two\", 0], \"types\" | [\"two\", 9], \"types\" | constraints[1].terms[0].jobs[1] is 9;"
            + " it must be an integer from 0 to 2",
        "[\"fast\"], \"unit\" | [\"old\"], \"unit\" | constraints[1].terms[0].types[0] is \"old\";"
            + " it must be \"fast\" or \"slow\"",
        "\"share\" | \"power\" | constraints[1].name is \"power\"; it must be a name that no other"
            + " constraint has",
        "{\"slow\": 2, | {\"old\": 2, | entities[0].limit.old is of no worker type; known: [fast,"
            + " slow, any]",
        "{\"slow\": 2, | {\"fast\": 0.5, | entity \"a\" reserves 1.0 workers of type \"fast\" and"
            + " is limited to 0.5; these workers must not exceed the limit",
      })
  void read_wrongConstraint_namesThePlace(String old, String replacement, String message)
      throws IOException {
    assertNotEquals(CONSTRAINED, CONSTRAINED.replace(old, replacement), old);
    Path file = write(CONSTRAINED.replace(old, replacement));
    InvalidInputException refusal =
        assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertTrue(refusal.getMessage().endsWith(message), refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"job\": \"two\" | \"job\": \"three\" | forbidden[0].job is \"three\"; it must be the id"
            + " of a job of this file",
        "\"job\": 0 | \"job\": 3 | forbidden[1].job is 3; it must be an integer from 0 to 2",
        "[\"slow\"]} | [\"old\"]} | forbidden[0].types[0] is \"old\"; it must be \"fast\" or"
            + " \"slow\"",
        "[\"slow\"]} | []} | forbidden[0].types is []; it must be a list of at least one worker"
            + " type",
        "\"id\": 2 | \"id\": \"two\" | jobs[2].id is \"two\"; it must be an id that no other job"
            + " has",
        "\"id\": 2 | \"id\": 1 | jobs[2].id is 1; it must be 2, the position in the list",
      })
  void read_wrongRuleOfSecondSchema_namesThePlace(String old, String replacement, String message)
      throws IOException {
    String text = FORBIDDING.replace(old, replacement);
    assertNotEquals(FORBIDDING, text, old);
    Path file = write(text);
    InvalidInputException refusal =
        assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertTrue(refusal.getMessage().endsWith(message), refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "golden-1\" | golden-3\" | schema is \"cluster-scheduling-golden-3\"; it must be"
            + " \"gavel-problem-1\" or \"cluster-scheduling-golden-1\" or"
            + " \"cluster-scheduling-golden-2\"",
        "\"name\" | \"forbidden\": [], \"name\" | forbidden is not a key of the schema; allowed:",
        "\"num_workers\": [2, 3], |  | num_workers is missing",
        "[2, 3] | [2] | num_workers has length 1; it must have length 2, one entry a worker type",
        "[2, 3] | [2, 3.5] | num_workers[1] is 3.5; it must be an integer of at least 0",
        "[2, 3] | [-2, 3] | num_workers[0] is -2; it must be an integer of at least 0",
        "[1.5, 0.5] | [1.5, NaN] | cost[1] is \"NaN\"; it must be a finite number of at least 0",
        "\"slow\"] | \"fast\"] | worker_types[1] is \"fast\"; it must be a name that no other"
            + " worker type has",
        "\"reference_type\": 0 | \"reference_type\": 2 | reference_type is 2; it must be an integer"
            + " from 0 to 1",
        "[2, 1] | [2, -2] | jobs[1].throughput[1] is -2; it must be a finite number of at least 0",
        "[2, 1] | [2, \"1\"] | jobs[1].throughput[1] is \"1\"; it must be a finite number of at"
            + " least 0",
        "[2, 1] | [2, 1e999] | jobs[1].throughput[1] is 1E+999; it must be a finite number of at"
            + " least 0",
        "[2, 1] | [2, 1e-400] | jobs[1].throughput[1] is 1E-400; it must be 0, or a number of at"
            + " least 4.9E-324",
        "[2, 1] | [2, 1, 7] | jobs[1].throughput has length 3; it must have length 2, one entry a"
            + " worker type",
        "\"id\": 1 | \"id\": 4 | jobs[1].id is 4; it must be 1, the position in the list",
        "\"weight\": 2 | \"weight\": 0 | jobs[1].weight is 0; it must be a finite number greater"
            + " than 0",
        "\"scale_factor\": 2 | \"scale_factor\": 0 | jobs[2].scale_factor is 0; it must be an"
            + " integer of at least 1",
        "\"scale_factor\": 2 | \"scale_factor\": 2, \"gpu_milli\": 500 | jobs[2].gpu_milli is 500;"
            + " it must be 1000, because a gang takes whole workers",
        "\"weight\": 2 | \"weight\": 2, \"gpu_milli\": 0 | jobs[1].gpu_milli is 0; it must be an"
            + " integer from 1 to 1000",
        "\"weight\": 2 | \"weight\": 2, \"gpu_milli\": 0.5 | jobs[1].gpu_milli is 0.5; it must be"
            + " an integer from 1 to 1000",
        "\"weight\": 2 | \"weight\": 2, \"gpu_milli\": 999 | pairs[1].throughput is"
            + " [[1.5,3],[0,0]]; it must be all 0",
        "\"slo_seconds\": 60 | \"slo_seconds\": 0 | jobs[1].slo_seconds is 0; it must be a finite"
            + " number greater than 0",
        "\"entity\": \"a\" | \"entity\": \"b\" | jobs[0].entity is \"b\"; it must be null or the id"
            + " of an entity of this file",
        "\"weight\": 3, | \"weight\": 3, \"color\": 1, | jobs[2].color is not a key of the schema",
        "\"note\": | \"remark\": | remark is not a key of the schema",
        "\"jobs\": [1, 0] | \"jobs\": [1, 3] | pairs[1].jobs[1] is 3; it must be an integer from 0"
            + " to 2",
        "\"jobs\": [1, 0] | \"jobs\": [1, 1] | pairs[1].jobs is [1,1]; it must be two different"
            + " jobs",
        "\"jobs\": [1, 0] | \"jobs\": [2, 0] | pairs[1].jobs is [2,0]; it must be a pair that is"
            + " not listed already",
        "[[0, 0], [0, 0]] | [[0, 1], [0, 0]] | pairs[0].throughput is [[0,1],[0,0]]; it must be all"
            + " 0",
        "[[1.5, 3], | [[1.5], | pairs[1].throughput[0] has length 1; it must have length 2, one"
            + " rate a job of the pair",
        "\"fifo\" | \"lifo\" | entities[0].policy is \"lifo\"; it must be \"fairness\" or \"fifo\""
            + " or \"finish_time_fairness\"",
        "\"note\": \"n\", | \"note\": \"n\", \"note\": \"m\", | line 1 column ",
        "\"pairs\": [ | \"pairs\": [, | line 11 column ",
        "\"expected\": {\"some_policy\": {\"any\": \"key\"}} | \"expected\": 3 | expected is 3;"
            + " it must be an object",
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
    assertEquals(file + ": the document is [1,2]; it must be an object", error.getMessage());
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

  @Test
  void read_intervals_areThoseOfTheirRows() throws IOException {
    AllocationProblem problem = ProblemReader.read(write(UNCERTAIN)).problem();
    ThroughputMatrix low = problem.throughputs().low();
    ThroughputMatrix high = problem.throughputs().high();
    assertEquals(3, low.stepsPerSecond(0, 0));
    assertEquals(1.5, high.stepsPerSecond(0, 1));
    assertEquals(2, high.stepsPerSecond(1, 0)); // is known
    assertEquals(3, problem.pairCount() + 2); // the pair of unequal jobs is left out
    assertEquals(4, high.stepsPerSecond(3, 0, 0)); // of job 0, which the file names second
    assertEquals(1, low.stepsPerSecond(3, 1, 0));
    assertEquals(5, low.stepsPerSecond(4, 0));
  }

  @Test
  void read_wrongIntervals_areRefused() throws IOException {
    assertRefused(
        "throughput of job \"0\" on \"fast\" is 4.0 in the interval [4.5, 5.0]; the interval must"
            + " contain it",
        UNCERTAIN.replace("[3, 1]", "[4.5, 1]"));
    assertRefused("jobs[0].high is missing", UNCERTAIN.replace("\"high\": [5, 1.5],", ""));
    assertRefused(
        "pairs[0].low is [[0,1],[0,0]]; it must be all 0, because",
        UNCERTAIN.replace(
            "\"throughput\": [[0, 0], [0, 0]]",
            "\"throughput\": [[0, 0], [0, 0]], \"low\": [[0, 1], [0, 0]]"));
    assertRefused("is not a key of the schema", UNCERTAIN.replace("golden-2", "golden-1"));
  }

  private void assertRefused(String part, String text) throws IOException {
    assertNotEquals(UNCERTAIN, text);
    Path file = write(text);
    InvalidInputException refusal =
        assertThrows(InvalidInputException.class, () -> ProblemReader.read(file));
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }
}
