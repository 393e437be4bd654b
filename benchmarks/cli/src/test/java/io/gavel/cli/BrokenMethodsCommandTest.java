package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small problems on which an interior-point method breaks down with prices that are no numbers. */
final class BrokenMethodsCommandTest {

  private static Path file(String name) throws URISyntaxException {
    return Path.of(
        Objects.requireNonNull(
                BrokenMethodsCommandTest.class.getResource("/cases/" + name + ".json"))
            .toURI());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // 100 W allow 8 x 100 / 1400 = 0.571 steps per second; 5 are asked for
        "budget-against-steps | max_min_fairness | \"c0\", \"c1\" together",
        "budget-against-steps | water_filling | \"c0\", \"c1\" together",
        "budget-against-steps | max_sum_throughput | \"c0\", \"c1\" together",
        "budget-against-steps | nash | \"c0\", \"c1\" together",
        "budget-against-steps | fifo_lp | \"c0\", \"c1\" together",
        // one worker of 70 W: neither 1,500 W nor two workers
        "impossible-demands | max_min_fairness | \"c0\"",
        "impossible-demands | water_filling | \"c0\"",
        "impossible-demands | nash | \"c0\"",
        // half of the time of two jobs on one worker cannot be more than its limit
        "running-against-time | max_min_fairness | \"c0\", \"c1\" together",
        "running-against-time | finish_time_fairness | \"c0\", \"c1\" together",
        "running-against-time | makespan | \"c0\", \"c1\" together",
        "running-against-time | nash | \"c0\", \"c1\" together",
        "running-against-time | harmonic_mean | \"c0\", \"c1\" together",
        "running-against-time | average_completion_time | \"c0\", \"c1\" together",
        "running-against-time | max_sum_throughput | \"c0\", \"c1\" together",
        "running-against-time | pollux | \"c0\", \"c1\" together",
        // a job without a guarantee envies the one that has both workers
        "envy-of-guarantee | max_envy_free | \"guaranteed:e1:t0\", \"envy of 1",
        "envy-of-guarantee | oef_cooperative | \"guaranteed:e1:t0\", \"envy of 1",
      })
  void solve_impossibleProblem_namesTheConflict(String name, String policy, String conflict)
      throws URISyntaxException {
    CommandRun run = CommandRun.of("solve", "--policy", policy, file(name));
    assertEquals(3, run.status(), run.err());
    assertTrue(run.err().contains("no allocation keeps " + conflict), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the only point: x0 = 2/3, x1 = 0
        "feasible-corner | max_min_fairness | 0",
        "feasible-corner | water_filling | 0",
        "feasible-corner | max_sum_throughput | 1.3333333333333333",
        // one team is limited to no worker
        "frozen-team | max_min_entities | 0",
        // three jobs share one worker, the fourth has one: 4 / (3 x 3 + 1)
        "narrow-limit | pollux | 0.4",
        // the same with weights 1, 1, 3 and 1, so shares like roots of weights
        "narrow-limit | harmonic_mean | 0.40192378864668404",
      })
  void solve_possibleProblem_isCertified(String name, String policy, double objective)
      throws URISyntaxException {
    JsonNode answer = certified(name, policy);
    assertEquals(objective, answer.get("objective").asDouble(), 1e-7);
  }

  @ParameterizedTest
  @CsvSource({"pollux", "harmonic_mean"})
  void solve_narrowLimitWithWeights_isCertified(String policy) throws URISyntaxException {
    certified("narrow-limit-weighted", policy);
  }

  private static JsonNode certified(String name, String policy) throws URISyntaxException {
    CommandRun run = CommandRun.of("solve", "--json", "--policy", policy, file(name));
    assertEquals(0, run.status(), run.err());
    JsonNode answer = run.json().get(0);
    assertEquals("optimal", answer.get("status").asText());
    assertTrue(Math.abs(answer.get("relative_gap").asDouble()) <= 1e-6, run.out());
    return answer;
  }
}
