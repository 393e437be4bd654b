package io.gavel.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The outcome of a benchmark case.
 *
 * @param which the case
 * @param targetMs the target time in milliseconds; NaN if its base case was not run
 * @param ours the {@link Measurement} of this library
 * @param references the measurement of each reference solver
 */
public record BenchOutcome(
    BenchCase which,
    double targetMs,
    ObjectNode ours,
    Map<ReferenceSolver, ObjectNode> references) {

  /** The relative difference of a reference solver's objective above which it is rejected. */
  static final double WRONG = 1e-3;

  /**
   * Returns the name of the case.
   *
   * @return the name for {@code --case}
   */
  public String name() {
    return which.name();
  }

  /**
   * Returns the required speed-up over a reference solver.
   *
   * @param referenceSolver a reference solver
   * @return the factor; empty if the target has none
   */
  public OptionalDouble required(ReferenceSolver referenceSolver) {
    Double times = which.target().faster().get(referenceSolver);
    return times == null ? OptionalDouble.empty() : OptionalDouble.of(times);
  }

  /**
   * Returns the time of this library.
   *
   * @return milliseconds; NaN if there is a reason instead
   */
  public double oursMs() {
    return ms(ours);
  }

  /**
   * Returns whether this library solved the case.
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
   * Returns the time of a reference solver with a correct objective.
   *
   * @param referenceSolver a reference solver
   * @return milliseconds; NaN if its objective is wrong or missing
   */
  public double referenceMs(ReferenceSolver referenceSolver) {
    return off(referenceSolver) > WRONG ? Double.NaN : ms(node(referenceSolver));
  }

  private ObjectNode node(ReferenceSolver referenceSolver) {
    return references.getOrDefault(referenceSolver, Measurement.reason("not asked for"));
  }

  /**
   * Returns the relative difference of a reference solver's objective from the certified one; NaN
   * if none.
   */
  double off(ReferenceSolver referenceSolver) {
    double proved = ours.path("objective").asDouble(Double.NaN);
    return Math.abs(node(referenceSolver).path("objective").asDouble(Double.NaN) - proved)
        / Math.abs(proved);
  }

  /**
   * Returns why a reference solver has no time.
   *
   * @param referenceSolver a reference solver
   * @return one line; empty if it has a time
   */
  public String reason(ReferenceSolver referenceSolver) {
    return off(referenceSolver) > WRONG
        ? String.format(
            Locale.ROOT,
            "reports %.6g as optimal; %.6g is certified",
            node(referenceSolver).path("objective").asDouble(),
            ours.path("objective").asDouble())
        : node(referenceSolver).path("reason").asText("");
  }

  /**
   * Returns whether the target is met.
   *
   * @return false if this library is slower than the target time or its speed-up is too small
   */
  public boolean meetsTarget() {
    return oursMs() <= targetMs
        && which.target().faster().entrySet().stream()
            .allMatch(e -> !(referenceMs(e.getKey()) < e.getValue() * oursMs()));
  }

  /**
   * Returns the figures as JSON.
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
      put(times, referenceSolver.key(), referenceMs(referenceSolver));
      if (Double.isNaN(referenceMs(referenceSolver))) {
        reasons.put(referenceSolver.key(), reason(referenceSolver));
      }
      if (node(referenceSolver).has("objective")) {
        put(deviations, referenceSolver.key(), off(referenceSolver));
      }
    }
    for (String figure :
        new String[] {
          "relative_gap", "floor_ms", "bytes_per_job", "cpu_ms", "cpu_ms_p99", "runs"
        }) {
      node.set(figure, ours.path(figure).isMissingNode() ? node.nullNode() : ours.path(figure));
    }
    node.set(
        "required_ratios",
        JsonNodeFactory.instance.pojoNode(
            which.target().faster().entrySet().stream()
                .collect(Collectors.toMap(e -> e.getKey().key(), Map.Entry::getValue))));
    return node;
  }

  /** Puts a number, or null if it is not finite. */
  static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
