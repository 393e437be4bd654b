package io.gavel.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SpecificationTest {

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @EnumSource(ExperimentScale.class)
  void all_specifications_haveRowsWithOwnNamesAndRuns(ExperimentScale scale) {
    for (Experiment experiment : ExperimentCatalog.all(scale)) {
      assertFalse(experiment.runs().isEmpty(), experiment.name());
      List<String> rows = experiment.rows().stream().map(Experiment.Row::what).toList();
      assertEquals(rows.stream().distinct().toList(), rows, experiment.name());
      assertTrue(rows.stream().noneMatch(row -> row.contains("{")), experiment.name());
      experiment
          .charts()
          .forEach(chart -> assertFalse(chart.curves().isEmpty(), experiment.name()));
    }
  }

  /** Every row of a simulation and every chart can be computed from what simulations measure. */
  @Test
  void lasLoads_resultsOfAllRuns_giveRowsAndCharts() {
    Experiment experiment = ExperimentCatalog.named("las_loads", ExperimentScale.FULL).get(0);
    Map<String, List<RunFigures>> byRun = new LinkedHashMap<>();
    for (ExperimentRun run : experiment.runs()) {
      Map<String, List<Double>> figures =
          Map.of("avg_jct_h", List.of(20.0), "jct_h", List.of(10.0, 30.0));
      byRun.put(run.id(), List.of(new RunFigures(figures)));
    }
    Results results = new Results(byRun, Map.of());
    assertEquals(43, experiment.rows().size());
    assertEquals(20, experiment.rows().get(0).value(results));
    assertEquals(1, experiment.rows().get(42).value(results)); // mean ρ
    assertEquals(6, experiment.charts().get(0).of(results).lines().size());
  }

  @Test
  void substitute_variableAlone_becomesTheValue() throws IOException {
    JsonNode node = json("{'run {x}': {'jobs': '{x}', 'name': 'at {x} {y}'}}");
    JsonNode copy = Members.substitute(node, Map.of("x", IntNode.valueOf(5)));
    assertEquals(json("{'run 5': {'jobs': 5, 'name': 'at 5 {y}'}}"), copy);
  }

  @Test
  void runs_unknownMembersAndNames_areRefused() throws IOException {
    RunReader runs = new RunReader(MissingNode.getInstance(), ExperimentScale.FULL);
    runs.addAll(json("{'a': {'policy': 'allox', 'jobs': {'count': 7}}}"));
    runs.addAll(json("{'b': {'like': 'a', 'rules': 'original'}}"));
    assertTrue(runs.get("b").id().contains("allox"), runs.get("b").id());
    assertTrue(runs.get("b").id().contains("original rules"), runs.get("b").id());
    JsonNode wrong = json("{'c': {'polity': 'allox'}}");
    assertThrows(IllegalArgumentException.class, () -> runs.addAll(wrong));
    assertThrows(IllegalArgumentException.class, () -> runs.get("d"));
    assertThrows(IllegalArgumentException.class, () -> Statistics.of("meanest"));
  }

  @Test
  void statistics_ofLists_areThoseOfTheirNames() {
    double[] values = {-1, 0.5, 2, 4};
    assertEquals(0.5, Statistics.of("at most 1").applyAsDouble(values));
    assertEquals(0.75, Statistics.of("above 0").applyAsDouble(values));
    assertEquals(4, Statistics.of("most").applyAsDouble(values));
    assertEquals(1.25, Statistics.of("percentile 50").applyAsDouble(values));
    List<Double> list = List.of(5.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 7.0);
    assertEquals(6, Statistics.ofSeed("mean of every tenth", list));
    assertEquals(1, Statistics.ofSeed("mean of the other nine", list));
  }
}
