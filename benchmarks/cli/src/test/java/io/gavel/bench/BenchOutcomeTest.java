package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.BenchReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BenchOutcomeTest {

  private static final Target TARGET =
      new Target(5, Optional.empty(), Map.of(ReferenceSolver.GLOP, 25.0));

  private static BenchCase which(Target target) {
    return new BenchCase("a", "a case", "a", target, () -> null);
  }

  private static ObjectNode measured(double ms, double objective) {
    return JsonNodeFactory.instance.objectNode().put("ms", ms).put("objective", objective);
  }

  private static BenchOutcome outcome(double glopMs, double glopObjective) {
    ObjectNode ours = measured(4, 2).put("relative_gap", 1e-12).put("floor_ms", 0.5);
    Map<ReferenceSolver, ObjectNode> references =
        Map.of(
            ReferenceSolver.GLOP, measured(glopMs, glopObjective),
            ReferenceSolver.OJALGO, Measurement.reason("stopped after 120 s"));
    return new BenchOutcome(which(TARGET), 5, ours, references);
  }

  @Test
  void json_rivalWithAndWithoutAnswer_hasTimeOrNullWithReason() {
    JsonNode json = outcome(200, 2).json();
    assertEquals(4, json.path("ours_ms").asDouble());
    assertEquals(200, json.path("rivals").path("glop").asDouble());
    assertTrue(json.path("rivals").path("ojalgo").isNull());
    assertEquals("stopped after 120 s", json.path("rival_reasons").path("ojalgo").asText());
    assertEquals(0.5, json.path("floor_ms").asDouble());
    assertTrue(json.path("met").asBoolean());
  }

  @Test
  void rivalMs_wrongObjective_isNoTime() {
    JsonNode json = outcome(200, 1.9).json();
    assertTrue(json.path("rivals").path("glop").isNull());
    assertEquals(
        "reports 1.90000 as optimal; 2.00000 is certified",
        json.path("rival_reasons").path("glop").asText());
    assertEquals(0.05, json.path("rival_objective_off").path("glop").asDouble(), 1e-12);
  }

  @Test
  void meetsTarget_rivalTooFast_misses() {
    assertFalse(outcome(99, 2).meetsTarget());
    assertTrue(outcome(101, 2).meetsTarget());
  }

  @Test
  void text_missingCase_saysSo() {
    BenchCase missing =
        new BenchCase(
            "b",
            "a case",
            "b",
            Target.ms(5),
            () -> {
              throw new IllegalStateException("not asked");
            });
    BenchOutcome none =
        new BenchOutcome(missing, 5, Measurement.reason("nobody wrote it"), Map.of());
    String text = BenchReport.text(List.of(none, outcome(200, 2)));
    assertTrue(text.contains("b: cannot run: nobody wrote it"), text);
    assertTrue(text.contains("50.0 ×"), text);
  }

  @Test
  void target_multipleOfAnotherCase_isMeasuredByIt() {
    Target target = new Target(4, Optional.of("base"), Map.of());
    assertEquals(20, target.ms(Map.of("base", 5.0)));
    assertTrue(Double.isNaN(target.ms(Map.of())));
  }
}
