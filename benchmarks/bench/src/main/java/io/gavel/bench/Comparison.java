package io.gavel.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.bench.PolicyScaling.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares a cell of a family with other solvers and with fewer jobs. Immutable.
 *
 * @param family the family
 * @param rivals the multiple of this library's time by solver; infinite without a correct answer,
 *     empty if the policy is not one linear program
 * @param stopMs processor time from a cancellation to the end, in milliseconds
 * @param faults why the cell fails; empty if it does not
 */
public record Comparison(
    Family family, Map<String, Double> rivals, double stopMs, List<String> faults) {

  /** The factor by which a time counts as faster or slower. */
  public static final double TIE = 1.5;

  private static final double MOST_GROWTH = 25;
  private static final int MORE_JOBS = 4;
  private static final double MOST_STOP_MS = 200;

  /** Times below this are not compared by growth. */
  private static final double SHORT_MS = 1;

  /** Reads and judges the figures of a cell. */
  static Comparison of(Family family, ObjectNode figures, Cell cell, Optional<Cell> fewer) {
    Map<String, Double> rivals = new TreeMap<>();
    for (Map.Entry<String, JsonNode> rival : figures.path("rivals").properties()) {
      rivals.put(rival.getKey(), rival.getValue().asDouble(Double.POSITIVE_INFINITY));
    }
    double stopMs = figures.path("stop_ms").asDouble(Double.NaN);
    List<String> faults = new ArrayList<>();
    if (!cell.isAnswered()) {
      faults.add(cell.status());
    }
    rivals.forEach(
        (rival, ratio) -> {
          if (ratio * TIE < 1) {
            faults.add(String.format(Locale.ROOT, "%s is %.1f times as fast", rival, 1 / ratio));
          }
        });
    if (fewer.isPresent() && cell.jobs() == MORE_JOBS * fewer.orElseThrow().jobs()) {
      double growth = cell.cpuMs() / Math.max(SHORT_MS, fewer.orElseThrow().cpuMs());
      if (growth > MOST_GROWTH) {
        faults.add(String.format(Locale.ROOT, "four times the jobs take %.0f times", growth));
      }
    }
    if (stopMs > MOST_STOP_MS) {
      faults.add(String.format(Locale.ROOT, "goes on for %.0f ms when cancelled", stopMs));
    }
    return new Comparison(family, rivals, stopMs, List.copyOf(faults));
  }

  Comparison notRun() {
    return new Comparison(family, Map.of(), Double.NaN, List.of());
  }

  /** Adds {@code family}, {@code rivals}, {@code stop_ms} and {@code faults}. */
  void put(ObjectNode node) {
    node.put("family", family.key());
    ObjectNode ratios = node.putObject("rivals");
    rivals.forEach(
        (rival, ratio) -> {
          if (ratio < Double.POSITIVE_INFINITY) {
            ratios.put(rival, ratio);
          } else {
            ratios.putNull(rival);
          }
        });
    if (Double.isNaN(stopMs)) {
      node.putNull("stop_ms");
    } else {
      node.put("stop_ms", stopMs);
    }
    faults.forEach(node.putArray("faults")::add);
  }
}
