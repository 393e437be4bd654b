package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The constraints, limits and guarantees of a problem with known optima, evaluated at an allocation
 * as the format says, without the library: {@code x} is {@code [combination][worker type]}, jobs
 * first, then pairs, then configurations.
 */
final class GoldenConstraints {

  private static final double TOLERANCE = 1e-6;

  private final JsonNode problem;
  private final JsonNode jobs;
  private final double[][] x;
  private final int types;

  private final List<GoldenWay> ways;

  GoldenConstraints(JsonNode problem, double[][] x) {
    this.problem = problem;
    this.jobs = problem.path("jobs");
    this.x = x;
    this.types = problem.path("num_workers").size();
    this.ways = GoldenWay.of(problem);
  }

  void check() {
    for (JsonNode constraint : problem.path("constraints")) {
      check(constraint);
    }
    for (JsonNode entity : problem.path("entities")) {
      for (Map.Entry<String, JsonNode> limit : entity.path("limit").properties()) {
        double most = limit.getValue().asDouble();
        double held = held(entity.path("id"), limit.getKey());
        assertTrue(held <= most + TOLERANCE * Math.max(most, 1), entity + " holds " + held);
      }
      for (Map.Entry<String, JsonNode> due : entity.path("guaranteed").properties()) {
        double usable = usable(entity.path("id"), due.getKey());
        double least = Math.min(due.getValue().asDouble(), usable);
        double held = held(entity.path("id"), due.getKey());
        assertTrue(held >= least * (1 - TOLERANCE), entity + " holds " + held);
      }
    }
  }

  private void check(JsonNode constraint) {
    double value = 0;
    double scale = 0;
    for (int r = 0; r < x.length; r++) {
      for (int j = 0; j < types; j++) {
        double coefficient = 0;
        for (JsonNode term : constraint.path("terms")) {
          coefficient += coefficient(term, r, j) + alongside(term, r);
        }
        value += coefficient * x[r][j];
        scale = Math.max(scale, Math.abs(coefficient));
      }
    }
    double bound =
        constraint.has("bound")
            ? constraint.path("bound").asDouble()
            : constraint.path("bound_of_capacity").asDouble()
                * capacity(constraint.path("terms").path(0));
    double slack = TOLERANCE * Math.max(Math.abs(bound), scale);
    String what = constraint + " has the value " + value;
    switch (constraint.path("relation").asText()) {
      case "<=" -> assertTrue(value <= bound + slack, what);
      case ">=" -> assertTrue(value >= bound - slack, what);
      default -> assertTrue(Math.abs(value - bound) <= slack, what);
    }
  }

  private double capacity(JsonNode term) {
    double workers = 0;
    for (int j = 0; j < types; j++) {
      workers += on(term, j) ? problem.path("num_workers").path(j).asDouble() : 0;
    }
    return workers;
  }

  private boolean on(JsonNode term, int j) {
    boolean named = term.path("types").isMissingNode();
    for (JsonNode type : term.path("types")) {
      named |= type.equals(problem.path("worker_types").path(j));
    }
    return named;
  }

  private double coefficient(JsonNode term, int r, int j) {
    if (!on(term, j)) {
      return 0;
    }
    int[] members = members(r);
    double chosen = 0;
    double steps = 0;
    for (int i = 0; i < members.length; i++) {
      if (isChosen(term, members[i])) {
        chosen += 1.0 / members.length;
        steps += rate(r, i, j);
      }
    }
    double size = size(r);
    double factor = term.path("factor").asDouble(1);
    return factor
        * switch (term.path("unit").asText()) {
          case "workers" -> chosen * size;
          case "time" -> chosen;
          case "steps" -> steps;
          default -> chosen * size * term.path("amount").path(j).asDouble();
        };
  }

  /** The part of a co-gang's coefficients that is due to its workers alongside. */
  private double alongside(JsonNode term, int r) {
    double sum = 0;
    for (int j = 0; j < types && isChosen(term, members(r)[0]); j++) {
      String type = problem.path("worker_types").path(j).asText();
      double workers = on(term, j) ? alongside(r).path(type).asDouble() : 0;
      sum +=
          switch (term.path("unit").asText()) {
            case "workers" -> workers;
            case "amount" -> workers * term.path("amount").path(j).asDouble();
            default -> 0;
          };
    }
    return sum * term.path("factor").asDouble(1);
  }

  private JsonNode alongside(int r) {
    return way(r) >= 0 ? ways.get(way(r)).alongside() : jobs.path(members(r)[0]).path("alongside");
  }

  /** The number of a row among the configurations; negative for jobs and pairs. */
  private int way(int r) {
    return r - jobs.size() - problem.path("pairs").size();
  }

  private int[] members(int r) {
    if (r < jobs.size()) {
      return new int[] {r};
    }
    if (way(r) >= 0) {
      return new int[] {ways.get(way(r)).job()};
    }
    JsonNode pair = problem.path("pairs").path(r - jobs.size()).path("jobs");
    return new int[] {pair.path(0).asInt(), pair.path(1).asInt()};
  }

  private double size(int r) {
    return way(r) >= 0
        ? ways.get(way(r)).workers()
        : jobs.path(members(r)[0]).path("scale_factor").asDouble();
  }

  private double rate(int r, int i, int j) {
    if (way(r) >= 0) {
      return ways.get(way(r)).throughput().path(j).asDouble();
    }
    return r < jobs.size()
        ? jobs.path(r).path("throughput").path(j).asDouble()
        : problem.path("pairs").path(r - jobs.size()).path("throughput").path(j).path(i).asDouble();
  }

  private boolean isChosen(JsonNode term, int m) {
    if (term.has("entity")) {
      return jobs.path(m).path("entity").equals(term.path("entity"));
    }
    boolean named = !term.has("jobs");
    for (JsonNode id : term.path("jobs")) {
      named |= id.equals(jobs.path(m).path("id"));
    }
    return named;
  }

  /** The workers that an entity's jobs hold on a type, or on all. */
  private double held(JsonNode entity, String type) {
    double held = 0;
    for (int r = 0; r < x.length; r++) {
      int[] members = members(r);
      for (int m : members) {
        if (jobs.path(m).path("entity").equals(entity)) {
          for (int j = 0; j < types; j++) {
            boolean counts = type.equals("any") || type.equals(name(j));
            double size = size(r) / members.length;
            held += counts ? size * x[r][j] : 0;
            for (int t = 0; t < types; t++) {
              boolean countsToo = type.equals("any") || type.equals(name(t));
              held += countsToo ? alongside(r).path(name(t)).asDouble() * x[r][j] : 0;
            }
          }
        }
      }
    }
    return held;
  }

  private String name(int j) {
    return problem.path("worker_types").path(j).asText();
  }

  /** The workers that an entity's jobs could use of a type if they had the cluster alone. */
  private double usable(JsonNode entity, String type) {
    double usable = 0;
    double workers = 0;
    for (int j = 0; j < types; j++) {
      if (name(j).equals(type)) {
        workers = problem.path("num_workers").path(j).asDouble();
        for (int m = 0; m < jobs.size(); m++) {
          if (jobs.path(m).path("entity").equals(entity) && !isForbidden(jobs.path(m), type)) {
            usable += largest(m, j, workers);
          }
        }
      }
    }
    return Math.min(usable, workers);
  }

  /** The most workers that a job can hold on a type in one of its ways. */
  private double largest(int m, int j, double workers) {
    double largest = 0;
    for (int r = 0; r < x.length; r++) {
      boolean alone = members(r).length == 1 && members(r)[0] == m;
      boolean runs = alone && rate(r, 0, j) > 0 && size(r) <= workers;
      largest = runs ? Math.max(largest, size(r)) : largest;
    }
    return largest;
  }

  private boolean isForbidden(JsonNode job, String type) {
    boolean forbidden = false;
    for (JsonNode rule : problem.path("forbidden")) {
      for (JsonNode name : rule.path("types")) {
        forbidden |= rule.path("job").equals(job.path("id")) && name.asText().equals(type);
      }
    }
    return forbidden;
  }

  /** Requires that an answer names one of the minimal conflicts of a policy. */
  static void checkConflict(JsonNode expected, JsonNode answer) {
    Set<Set<String>> conflicts = new HashSet<>();
    expected.path("conflicts").forEach(conflict -> conflicts.add(names(conflict)));
    assertTrue(conflicts.contains(names(answer.path("conflict"))), answer.toString());
  }

  private static Set<String> names(JsonNode list) {
    Set<String> names = new HashSet<>();
    list.forEach(name -> names.add(name.asText()));
    return names;
  }
}
