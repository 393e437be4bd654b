package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.input.ProblemReader;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Rational;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Small problems whose programs are degenerate: methods break down with prices that are no numbers,
 * or rounding decides whether a job can have anything.
 */
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
        "budget-against-steps | max_min_fairness | no allocation keeps \"c0\", \"c1\" together",
        "budget-against-steps | water_filling | no allocation keeps \"c0\", \"c1\" together",
        "budget-against-steps | max_sum_throughput | no allocation keeps \"c0\", \"c1\" together",
        "budget-against-steps | nash | no allocation keeps \"c0\", \"c1\" together",
        "budget-against-steps | fifo_lp | no allocation keeps \"c0\", \"c1\" together",
        // one worker of 70 W: neither 1,500 W nor two workers
        "impossible-demands | max_min_fairness | no allocation keeps \"c0\"",
        "impossible-demands | water_filling | no allocation keeps \"c0\"",
        "impossible-demands | nash | no allocation keeps \"c0\"",
        // half of the time of two jobs on one worker cannot be more than its limit
        "running-against-time | max_min_fairness | no allocation keeps \"c0\", \"c1\" together",
        "running-against-time | finish_time_fairness | no allocation keeps \"c0\", \"c1\" together",
        "running-against-time | makespan | no allocation keeps \"c0\", \"c1\" together",
        "running-against-time | nash | no allocation keeps \"c0\", \"c1\" together",
        "running-against-time | harmonic_mean | no allocation keeps \"c0\", \"c1\" together",
        "running-against-time | average_completion_time | no allocation keeps \"c0\", \"c1\""
            + " together",
        "running-against-time | max_sum_throughput | no allocation keeps \"c0\", \"c1\" together",
        "running-against-time | pollux | no allocation keeps \"c0\", \"c1\" together",
        // a job without a guarantee envies the one that has both workers
        "envy-of-guarantee | max_envy_free | no allocation keeps \"reserved:e1:t0\", \"envy of 1",
        "envy-of-guarantee | oef_cooperative | no allocation keeps \"reserved:e1:t0\", \"envy of"
            + " 1",
        // 1 + 1 of two workers and 1.3 + 1.7 of three leave nothing to a job outside the teams
        "all-guaranteed | makespan | \"3\" any throughput under constraints \"reserved:a:t0\","
            + " \"re",
        "all-guaranteed | makespan_binary_search | \"3\" any throughput under constraints",
        "all-guaranteed | finish_time_fairness | \"3\" any throughput under constraints",
        "all-guaranteed | nash | \"3\" any throughput under constraints",
        "all-guaranteed | harmonic_mean | \"3\" any throughput under constraints",
        "all-guaranteed | max_envy_free | \"reserved:b:t0\", \"envy of",
        "all-guaranteed-in-parts | makespan | \"4\" any throughput under constraints"
            + " \"reserved:a:t0",
        "all-guaranteed-in-parts | makespan_binary_search | \"4\" any throughput under constraints",
        "all-guaranteed-in-parts | finish_time_fairness | \"4\" any throughput under constraints",
        "all-guaranteed-in-parts | nash | \"4\" any throughput under constraints",
        "all-guaranteed-in-parts | harmonic_mean | \"4\" any throughput under constraints",
        "all-guaranteed-in-parts | max_envy_free | \"reserved:a:t0\", \"reserved:b:t0\","
            + " \"envy",
        // the exact optimum of the least progress is 0
        "nothing-beside-guarantee | makespan | under constraints \"c0\", \"reserved:e2:t0\"",
        "nothing-beside-guarantee | makespan_binary_search | under constraints \"c0\","
            + " \"reserved",
        "nothing-beside-guarantee | finish_time_fairness | under constraints \"c0\", \"reserved",
        // one job that must not make steps
        "ratio-of-nothing | throughput_per_cost_ratio | gives any job any throughput under"
            + " constraint",
        // two jobs need all cores that the third must have
        "resource-used-up | makespan_binary_search | any throughput under constraints \"c0\","
            + " \"cores",
      })
  void solve_impossibleProblem_namesTheConflict(String name, String policy, String conflict)
      throws URISyntaxException {
    CommandRun run = CommandRun.of("solve", "--policy", policy, file(name));
    assertEquals(3, run.status(), run.err());
    assertTrue(run.err().contains(conflict), run.err());
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
        // 3 x 0.5 of the fourth job's time is all that the limit of time allows
        "single-point | water_filling | 0",
        // the team has all jobs of the cluster, so its right to slow workers does not bind
        "slow-guarantee | max_sum_throughput | 20",
        "slow-guarantee | max_min_fairness | 1.818181818181818",
        // 2 y + (1 - y) + 2 (8 - y) + y steps/s for any part y of the small job on h100
        "guarantee-of-two-types | max_sum_throughput | 17",
        "guarantee-of-two-types | max_min_fairness | 1.3333333333333333",
        "guarantee-of-two-types | max_min_entities | 1.3333333333333333",
        "guarantees-fill-the-cluster | max_sum_throughput | 5",
        "guarantees-fill-the-cluster | max_min_fairness | 0.8",
        "always-on | max_sum_throughput | 11",
        "always-on | max_min_fairness | 1",
        // the first type is closed, and 150 W run half an a100 at 3 steps per second
        "closed-type-under-budget | max_sum_throughput | 1.5",
        "closed-type-under-budget | max_min_fairness | 0.23076923076923078",
        "closed-type-under-budget | water_filling | 0.23076923076923078",
        "closed-type-under-budget | nash | 0.4054651081081644",
        "closed-type-under-budget | fifo_lp | 0.15",
        "closed-type-under-budget | fifo_strict | 0.15",
        "closed-type-under-budget | harmonic_mean | 0.23076923076923078",
        // one of two jobs must not run, and the limit lets the other one run half of its time
        "pair-held-at-zero | max_min_fairness_packed | 0",
        "pair-held-at-zero | average_completion_time_packed | 0.5",
        "pair-without-steps | max_min_fairness_packed | 0",
        "all-guaranteed | max_min_fairness | 0",
        "all-guaranteed-in-parts | max_min_fairness | 0",
        "ratio-under-guarantees | throughput_per_cost_ratio | 7.823443579770796",
        "envy-of-nothing | max_envy_free | 0",
        "envy-of-nothing | oef_cooperative | 0",
        "resource-used-up | fifo_strict | 0",
        "resource-used-up | shortest_job_first | 0",
        "forced-to-slow-type | water_filling | 0.30952380952380953",
      })
  void solve_possibleProblem_isCertified(String name, String policy, double objective)
      throws URISyntaxException {
    JsonNode answer = certified(name, policy);
    assertEquals(objective, answer.get("objective").asDouble(), 1e-6 * Math.max(1, objective));
  }

  @ParameterizedTest
  @CsvSource({
    "narrow-limit-weighted, pollux",
    "narrow-limit-weighted, harmonic_mean",
    "pair-without-steps, average_completion_time_packed",
    "lent-and-guaranteed-pairs, nash_packed",
  })
  void solve_narrowProblem_isCertified(String name, String policy) throws URISyntaxException {
    certified(name, policy);
  }

  /** The only job that may run does, for the half of its time that the limit allows. */
  @ParameterizedTest
  @CsvSource({"max_min_fairness_packed", "average_completion_time_packed"})
  void solve_pairHeldAtZero_theOtherJobRunsAlone(String policy) throws URISyntaxException {
    assertEquals(
        0.5, certified("pair-held-at-zero", policy).get("throughput").get(1).asDouble(), 1e-9);
  }

  /**
   * Guarantees that fill the cluster add nothing to a total, and a job that always runs holds
   * nothing up: these prices may cancel those of workers or time without end.
   */
  @ParameterizedTest
  @CsvSource({
    "guarantees-fill-the-cluster, max_sum_throughput, gpu, 1",
    "guarantees-fill-the-cluster, max_sum_throughput, reserved:A:gpu, 0",
    "guarantees-fill-the-cluster, max_sum_throughput, reserved:B:gpu, 0",
    "guarantees-fill-the-cluster, max_min_fairness, gpu, 0.2",
    "always-on, max_min_fairness, always on, 0",
    "always-on, max_sum_throughput, always on, 0",
    "closed-type-under-budget, max_sum_throughput, off h100, 3",
  })
  void solve_pricesThatMayCancel_areTheLeast(
      String name, String policy, String resource, double price) throws URISyntaxException {
    for (JsonNode named : certified(name, policy).get("named_prices")) {
      if (named.get("name").asText().equals(resource)) {
        assertEquals(price, named.get("price").asDouble(), 1e-6);
        return;
      }
    }
    fail(resource);
  }

  /** A quota forces a job to a type that is not its fastest; its price proves the level. */
  @Test
  void solve_jobForcedToSlowType_levelsAreProved() throws URISyntaxException {
    AllocationProblem problem = ProblemReader.read(file("forced-to-slow-type")).problem();
    Proof proof = Proof.of(Policies.standard().named("water_filling").allocate(problem));
    assertTrue(
        proof instanceof Proof.Proved proved
            && proved.levels().orElseThrow().compareTo(Rational.of(1e-6)) < 0,
        proof.toString());
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
