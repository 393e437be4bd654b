package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyScalingTest {

  private static final Stopwatch ONCE = new Stopwatch(0, 0, 1);

  static Stream<String> policies() {
    return PolicyCatalog.keys().stream();
  }

  /** So that a cell without a time in a table is one that takes long, not one that was refused. */
  @ParameterizedTest
  @MethodSource("policies")
  void task_everyPolicyOfTheCatalogue_isAnswered(String policy) {
    Task task = ScalingTasks.of(ScalingTasks.name(policy, 12, 3));
    assertEquals(12, task.problem().jobCount());
    assertEquals(3, task.problem().cluster().typeCount());
    assertTrue(Measurement.ours(task, ONCE, ONCE).path("ms").asDouble() > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"water_filling_packed", "hierarchical_packed", "gandiva"})
  void task_packedPolicy_listsNoPairs(String policy) {
    AllocationProblem problem = ScalingTasks.of(ScalingTasks.name(policy, 8192, 3)).problem();
    assertEquals(8192, problem.jobCount());
    assertEquals(0, problem.pairCount());
    assertFalse(problem.pairsByType().isEmpty());
  }

  @Test
  void name_ofACell_isNoneOfACase() {
    assertTrue(ScalingTasks.isName("nash@64x3"));
    assertFalse(ScalingTasks.isName("quota@64"));
    Bench.names().forEach(name -> assertFalse(ScalingTasks.isName(name), name));
    assertThrows(NotMeasuredException.class, () -> ScalingTasks.of("nash@many"));
  }

  @Test
  void cell_atTheLimit_isAnswered() {
    PolicyScaling.Cell cell = PolicyScaling.Cell.of("nash", 64, 3, figures(10_000), 10);
    assertTrue(cell.isAnswered());
    assertEquals(
        "{\"policy\":\"nash\",\"jobs\":64,\"types\":3,\"ms\":10000.0,\"cpu_ms\":9000.0,"
            + "\"gap\":1.0E-9,\"status\":\"answered\"}",
        cell.json().toString());
  }

  @Test
  void cell_aboveTheLimitOrStopped_isOverBudget() {
    for (ObjectNode late : List.of(figures(10_001), Measurement.reason("stopped after 50 s"))) {
      PolicyScaling.Cell cell = PolicyScaling.Cell.of("nash", 64, 3, late, 10);
      assertFalse(cell.isAnswered());
      assertEquals(PolicyScaling.Cell.OVER_BUDGET, cell.status());
      assertTrue(cell.json().path("ms").isNull());
    }
  }

  @Test
  void cell_withoutAnAnswer_saysWhy() {
    PolicyScaling.Cell cell =
        PolicyScaling.Cell.of("nash", 64, 3, Measurement.reason("refused"), 10);
    assertFalse(cell.isAnswered());
    assertEquals("refused", cell.status());
  }

  /** No JVM can start this program. */
  @Test
  void run_policyWithoutAnAnswer_isNotTriedOnMoreJobs() {
    List<String> started = new ArrayList<>();
    List<PolicyScaling.Cell> cells = new ArrayList<>();
    new PolicyScaling(List.of("no.such.Program"), 1, started::add)
        .run(List.of("nash"), List.of(64, 256, 1_024), List.of(3, 8), cells::add);
    assertEquals(List.of("nash@64x3", "nash@64x8"), started);
    assertEquals(
        List.of(
            "ended with status 1",
            "not run: ended with status 1 at 64 jobs",
            "not run: ended with status 1 at 64 jobs"),
        cells.stream().limit(3).map(PolicyScaling.Cell::status).toList());
    assertEquals(6, cells.size());
  }

  private static ObjectNode figures(double ms) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("ms", ms)
        .put("cpu_ms", 0.9 * ms)
        .put("relative_gap", 1e-9);
  }
}
