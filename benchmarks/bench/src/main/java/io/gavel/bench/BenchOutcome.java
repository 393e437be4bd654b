package io.gavel.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * One line of the table, measured.
 *
 * @param which the case
 * @param targetMs what it is to reach; NaN if the case it is measured by was not run
 * @param ours what {@link Measurement} tells of ours
 * @param rivals the same of each rival
 */
public record BenchOutcome(
    BenchCase which, double targetMs, ObjectNode ours, Map<ReferenceSolver, ObjectNode> rivals) {

  /** By how much a rival's objective may differ, relatively, and count as an answer. */
  private static final double WRONG = 1e-3;

  /**
   * The name of the case.
   *
   * @return as {@code --case} takes it
   */
  public String name() {
    return which.name();
  }

  /**
   * How many times faster than a reference solver this library is to be.
   *
   * @param referenceSolver a reference solver
   * @return empty if the target says nothing of it
   */
  public OptionalDouble required(ReferenceSolver referenceSolver) {
    Double times = which.target().faster().get(referenceSolver);
    return times == null ? OptionalDouble.empty() : OptionalDouble.of(times);
  }

  /**
   * The time of this library.
   *
   * @return milliseconds; NaN if there is a reason instead
   */
  public double oursMs() {
    return ms(ours);
  }

  /**
   * Whether this library has an answer.
   *
   * @return false if there is a reason instead
   */
  public boolean solved() {
    return !Double.isNaN(oursMs());
  }

  private static double ms(ObjectNode node) {
    return node.path("ms").asDouble(Double.NaN);
  }

  /**
   * The time of a rival whose answer is right.
   *
   * @param referenceSolver a reference solver
   * @return milliseconds; NaN if its answer is wrong, or it has none
   */
  public double rivalMs(ReferenceSolver referenceSolver) {
    return off(referenceSolver) > WRONG ? Double.NaN : ms(node(referenceSolver));
  }

  private ObjectNode node(ReferenceSolver referenceSolver) {
    return rivals.getOrDefault(referenceSolver, Measurement.reason("not asked for"));
  }

  /** How far a rival's objective is from ours, relatively; NaN if it has none. */
  double off(ReferenceSolver referenceSolver) {
    double proved = ours.path("objective").asDouble(Double.NaN);
    return Math.abs(node(referenceSolver).path("objective").asDouble(Double.NaN) - proved) / proved;
  }

  /**
   * Why a rival has no time.
   *
   * @param referenceSolver a reference solver
   * @return a line; empty if it has a time
   */
  public String reason(ReferenceSolver referenceSolver) {
    return off(referenceSolver) > WRONG
        ? String.format(
            Locale.ROOT,
            "says optimal at %.6g where %.6g is proved",
            node(referenceSolver).path("objective").asDouble(),
            ours.path("objective").asDouble())
        : node(referenceSolver).path("reason").asText("");
  }

  /**
   * Whether everything that the target says holds.
   *
   * @return false if this library is too slow, or too little faster than a rival
   */
  public boolean meetsTarget() {
    return oursMs() <= targetMs
        && which.target().faster().entrySet().stream()
            .allMatch(e -> !(rivalMs(e.getKey()) < e.getValue() * oursMs()));
  }

  /**
   * The figures for programs.
   *
   * @return one object
   */
  public ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("case", which.name()).put("title", which.title());
    put(node, "ours_ms", oursMs());
    put(node, "target_ms", targetMs);
    node.put("met", meetsTarget());
    if (ours.has("reason")) {
      node.put("reason", ours.path("reason").asText());
    }
    ObjectNode times = node.putObject("rivals");
    ObjectNode reasons = node.putObject("rival_reasons");
    ObjectNode deviations = node.putObject("rival_objective_off");
    for (ReferenceSolver referenceSolver : ReferenceSolver.values()) {
      put(times, referenceSolver.key(), rivalMs(referenceSolver));
      if (Double.isNaN(rivalMs(referenceSolver))) {
        reasons.put(referenceSolver.key(), reason(referenceSolver));
      }
      if (node(referenceSolver).has("objective")) {
        put(deviations, referenceSolver.key(), off(referenceSolver));
      }
    }
    for (String figure : new String[] {"relative_gap", "floor_ms", "cpu_ms", "runs"}) {
      node.set(figure, ours.path(figure).isMissingNode() ? node.nullNode() : ours.path(figure));
    }
    node.set(
        "required_ratios",
        JsonNodeFactory.instance.pojoNode(
            which.target().faster().entrySet().stream()
                .collect(Collectors.toMap(e -> e.getKey().key(), Map.Entry::getValue))));
    return node;
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
