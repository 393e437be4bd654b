package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code gavel solve} says about wrong constraints, quotas, configurations and purchases. */
final class WrongProblemsTest {

  private static final String RULE = "{'name': 'c', 'terms': [%s], 'relation': '<=', %s}";

  @TempDir private Path folder;

  /** Runs a problem of two jobs, two v100 and three k80 with one part replaced. */
  private CommandRun solve(String key, String value) throws IOException {
    Path file = folder.resolve("wrong.json");
    String job =
        """
        {'id': '%s', 'throughput': [4, 1], 'scale_factor': 1, 'weight': 1, 'steps_remaining': 1000,
        'seconds_since_start': 0, 'isolated_seconds_so_far': 0, 'slo_seconds': 100,
        'entity': 'red'%s}
        """;
    String problem =
        """
        {'schema': 'cluster-scheduling-golden-2', 'name': 'wrong', 'note': '',
        'worker_types': ['v100', 'k80'], 'num_workers': [2, 3], 'cost': [2, 1],
        'reference_type': null, 'jobs': [%s, %s], 'pairs': [],
        'entities': [{'id': 'red', 'weight': 1, 'policy': 'fairness'%s}], 'expected': {}%s}
        """
            .formatted(
                job.formatted("a", key.equals("job") ? ", " + value : ""),
                job.formatted(key.equals("id") ? value : "b", ""),
                key.equals("entity") ? ", " + value : "",
                key.equals("problem") ? ", " + value : "");
    Files.writeString(file, problem.replace('\'', '"'));
    return CommandRun.of("solve", "--policy=max_min_fairness,least_cost", file);
  }

  private void check(String key, String value, String message) throws IOException {
    CommandRun run = solve(key, value);
    assertEquals(2, run.status(), run.out());
    assertEquals(folder.resolve("wrong.json") + ": " + message + "\n", run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'unit': 'workers', 'jobs': ['z']} | 'bound': 1 | terms[0].jobs[0] is \"z\"; it must be"
            + " the id of a job of this file",
        "{'unit': 'workers', 'jobs': []} | 'bound': 1 | terms[0].jobs is []; it must be a list of"
            + " at least one job",
        "{'unit': 'workers', 'entity': 'x'} | 'bound': 1 | terms[0].entity is \"x\"; it must be the"
            + " id of an entity of this file",
        "{'unit': 'workers', 'types': ['h100']} | 'bound': 1 | terms[0].types[0] is \"h100\"; it"
            + " must be \"v100\" or \"k80\"",
        "{'unit': 'workers', 'factor': 0} | 'bound': 1 | terms[0].factor is 0; it must be a finite"
            + " number other than 0",
        "{'unit': 'gpus'} | 'bound': 1 | terms[0].unit is \"gpus\"; it must be \"workers\" or"
            + " \"time\" or \"running\" or \"steps\" or \"amount\"",
        "{'unit': 'amount', 'amount': [1]} | 'bound': 1 | terms[0].amount has length 1; it must"
            + " have length 2, one entry a worker type",
        "`` | 'bound': 1 | terms is []; it must be a list of at least one term",
        "{'unit': 'workers'} | 'bound': NaN | bound is \"NaN\"; it must be a finite number",
        "{'unit': 'workers'} | 'bound': 1, 'bound_of_capacity': 1 | bound and bound_of_capacity are"
            + " given; one is allowed",
      })
  void constraint_isNamedWithItsPlace(String term, String bound, String message)
      throws IOException {
    String rule = RULE.formatted(term, bound);
    check("problem", "'constraints': [%s]".formatted(rule), "constraints[0]." + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "id | a | jobs[1].id is \"a\"; it must be an id that no other job has",
        "job | 'configurations': [{'name': 'x4', 'workers': 4, 'throughput': [6, 2]}] |"
            + " jobs[0].configurations[0].workers is 4; it must be an integer from 1 to 3",
        "job | 'configurations': [{'name': 'x2', 'workers': 2, 'throughput': [6]}] |"
            + " jobs[0].configurations[0].throughput has length 1; it must have length 2, one entry"
            + " a worker type",
        "job | 'configurations': [{'name': 'x2', 'workers': 2, 'gpu_milli': 500, 'throughput': [6,"
            + " 2]}] | jobs[0].configurations[0].gpu_milli is 500; it must be 1000, because a gang"
            + " takes whole workers",
        "entity | 'guaranteed': {'v100': 3} | 3.0 workers of type \"v100\" are reserved (3.0 to"
            + " \"red\") and there are 2; at most these can be reserved",
        "entity | 'guaranteed': {'v100': 2}, 'limit': {'v100': 1} | entity \"red\" reserves"
            + " 2.0 workers of type \"v100\" and is limited to 1.0; these workers must not exceed"
            + " the limit",
        "entity | 'guaranteed': {'v100': 1}, 'lent': {'v100': 2} | entity \"red\" lends 2.0 workers"
            + " of type \"v100\" and has 1.0 guaranteed; it can lend at most these",
        "entity | 'limit': {'h100': 1} | entities[0].limit.h100 is of no worker type; known: [v100,"
            + " k80, any]",
        "entity | 'limit': {'any': -1} | entities[0].limit.any is -1; it must be a finite number of"
            + " at least 0",
        "problem | 'purchasable': [{'type': 'h100', 'most': 1, 'price': 1}] | purchasable[0].type"
            + " is \"h100\"; it must be \"v100\" or \"k80\"",
        "problem | 'purchasable': [{'type': 'k80', 'most': 1, 'price': -1}] | purchasable[0].price"
            + " is -1; it must be a finite number of at least 0",
        "problem | 'purchasable': [{'type': 'k80', 'most': 1.5, 'price': 1}] | purchasable[0].most"
            + " is 1.5; it must be an integer of at least 0",
        "problem | 'purchasable': [{'type': 'k80', 'most': 1, 'price': 1}, {'type': 'k80', 'most':"
            + " 1, 'price': 2}] | purchasable[1].type is \"k80\"; it must be a worker type that no"
            + " other entry has",
        "problem | 'forbidden': [{'job': 'z', 'types': ['k80']}] | forbidden[0].job is \"z\"; it"
            + " must be the id of a job of this file",
      })
  void part_isNamedWithItsPlace(String key, String value, String message) throws IOException {
    check(key, value, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'constraints': [{'name': 'low', 'terms': [{'unit': 'workers'}], 'relation': '<=', 'bound':"
            + " 1}, {'name': 'high', 'terms': [{'unit': 'workers'}], 'relation': '>=', 'bound': 2}]"
            + " | max_min_fairness: no allocation keeps \"low\", \"high\" together; without any one"
            + " of them the others can be kept",
        "'purchasable': [{'type': 'v100', 'most': 1, 'price': 1}] | least_cost: no allocation keeps"
            + " \"slo:a\"",
      })
  void conflict_isNamed(String value, String message) throws IOException {
    String policy = message.substring(0, message.indexOf(':'));
    CommandRun run = solve("problem", value);
    assertEquals(
        folder.resolve("wrong.json") + ": " + message,
        run.err().lines().filter(line -> line.contains(policy)).findFirst().orElse(run.out()));
  }
}
