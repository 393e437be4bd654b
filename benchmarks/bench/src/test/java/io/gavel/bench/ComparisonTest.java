package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.bench.PolicyScaling.Cell;
import io.gavel.policies.AllocationProblem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ComparisonTest {

  private static ObjectNode figures(double cpuMs, Double glop, double stopMs) {
    ObjectNode figures = JsonNodeFactory.instance.objectNode();
    figures.put("ms", cpuMs).put("cpu_ms", cpuMs).put("relative_gap", 0).put("stop_ms", stopMs);
    figures.putObject("rivals").put("glop", glop);
    return figures;
  }

  private static List<String> faults(ObjectNode figures, Optional<Cell> fewer) {
    Cell cell = Cell.of("nash", 256, 3, figures, 10);
    return Comparison.of(Family.CAPS, figures, cell, fewer).faults();
  }

  @Test
  void faults_withinTheLimits_areNone() {
    Cell fewer = Cell.of("nash", 64, 3, figures(2, 1.0, 0), 10);
    assertEquals(List.of(), faults(figures(49, 0.7, 199), Optional.of(fewer)));
    assertEquals(List.of(), faults(figures(49, null, 199), Optional.empty()));
  }

  @Test
  void faults_beyondTheLimits_areNamed() {
    Cell fewer = Cell.of("nash", 64, 3, figures(2, 1.0, 0), 10);
    assertEquals(
        List.of(
            "glop is 2.0 times as fast",
            "four times the jobs take 26 times",
            "goes on for 201 ms when cancelled"),
        faults(figures(52, 0.5, 201), Optional.of(fewer)));
    assertEquals(List.of("over budget"), faults(figures(10_001, null, 0), Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void problem_ofEachFamily_isSolvedAlikeByARival(Family family) {
    assertEquals(family, Family.of(family.key()));
    for (String policy :
        List.of(
            "max_min_fairness",
            "makespan",
            "max_min_entities",
            "least_cost",
            "max_sum_throughput")) {
      Task task = ScalingTasks.of(ScalingTasks.name(policy, 64, 3, family));
      double theirs = ReferenceSolver.GLOP.load(ReferenceRows.of(task.program().get()), 60).solve();
      double ours = task.answer().get().objective();
      assertEquals(ours, theirs, 1e-9 + 1e-6 * Math.abs(ours), policy);
    }
  }

  @Test
  void problem_rates_differAsTheFamilySays() {
    double[][] rankOne = rates(Family.RANK_ONE);
    double[][] equal = rates(Family.NEARLY_EQUAL);
    for (int m = 1; m < rankOne.length; m++) {
      assertEquals(rankOne[0][1] / rankOne[0][0], rankOne[m][1] / rankOne[m][0], 1e-12, "rank one");
      assertEquals(equal[0][1] / equal[0][0], equal[m][1] / equal[m][0], 1e-5, "equal");
    }
    assertTrue(
        Arrays.stream(rates(Family.BLOCKS))
            .allMatch(row -> Arrays.stream(row).filter(rate -> rate > 0).count() <= 2));
  }

  private static double[][] rates(Family family) {
    AllocationProblem problem = family.problem(40, 4);
    return IntStream.range(0, problem.jobCount())
        .mapToObj(
            m ->
                IntStream.range(0, 4)
                    .mapToDouble(j -> problem.throughputs().stepsPerSecond(m, j))
                    .toArray())
        .toArray(double[][]::new);
  }

  @Test
  void of_unknownFamily_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Family.of("nonsense"));
  }

  @Test
  void cellOfAFamily_isTimedByTurnsAndCancelled() {
    ObjectNode figures = Bench.measure("makespan@16x2+caps", Measurement.OURS);
    assertTrue(figures.path("rivals").path("glop").asDouble() > 0, figures.toString());
    assertTrue(figures.path("stop_ms").asDouble() < 200, figures.toString());
  }
}
