package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The jobs on workers that a job could use, by team.
 *
 * @param types the worker types that the job could use, by name
 * @param rows the jobs, the first to end first
 */
record Holders(List<String> types, List<Holder> rows) {

  /** The least number of workers that is worth a line. */
  private static final double NEGLIGIBLE = 1e-6;

  /**
   * A job on workers.
   *
   * @param job its id
   * @param team its entity; empty if it has none
   * @param workers mean number of workers that it holds of each type; half of the workers of a pair
   * @param secondsLeft time to its last step at its present rate; empty if its work is unknown
   */
  record Holder(String job, String team, Map<String, Double> workers, OptionalDouble secondsLeft) {

    private double endSeconds() {
      return secondsLeft.orElse(Double.POSITIVE_INFINITY);
    }
  }

  static Holders of(Allocation allocation, int job) {
    AllocationProblem problem = allocation.problem();
    int count = problem.cluster().typeCount();
    boolean[] usable = new boolean[count];
    double[][] workers = new double[problem.jobCount()][count];
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        for (int j = 0; j < count; j++) {
          for (int t = 0; t < count; t++) {
            double held = problem.held(g, j, t);
            usable[t] |= held > 0 && group.member(i) == job && problem.runs(g, j);
            workers[group.member(i)][t] += allocation.fraction(g, j) * held / group.size();
          }
        }
      }
    }
    List<String> types = new ArrayList<>();
    List<Holder> rows = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      if (usable[j]) {
        types.add(problem.cluster().type(j).name());
      }
    }
    for (int m = 0; m < workers.length; m++) {
      Map<String, Double> held = new LinkedHashMap<>();
      for (int j = 0; j < count && m != job; j++) {
        if (usable[j] && workers[m][j] > NEGLIGIBLE) {
          held.put(problem.cluster().type(j).name(), workers[m][j]);
        }
      }
      if (!held.isEmpty()) {
        String team = problem.job(m).entity().orElse("");
        rows.add(new Holder(problem.job(m).id(), team, held, secondsLeft(allocation, m)));
      }
    }
    rows.sort(Comparator.comparingDouble(Holder::endSeconds)); // stable
    return new Holders(types, rows);
  }

  static boolean isMember(Group group, int job) {
    return group.member(0) == job || group.member(group.size() - 1) == job;
  }

  private static OptionalDouble secondsLeft(Allocation allocation, int m) {
    OptionalDouble steps = allocation.problem().job(m).stepsRemaining();
    double rate = allocation.effectiveThroughput(m);
    return steps.isPresent() && rate > 0
        ? OptionalDouble.of(steps.getAsDouble() / rate)
        : OptionalDouble.empty();
  }

  /** Renders a table with a row for each team and its jobs below it; without teams, the jobs. */
  String text() {
    Map<String, List<Holder>> teams = new LinkedHashMap<>();
    rows.forEach(row -> teams.computeIfAbsent(row.team, team -> new ArrayList<>()).add(row));
    boolean named = teams.size() > 1 || !teams.containsKey("");
    Span unit =
        Span.of(rows.stream().flatMapToDouble(row -> row.secondsLeft.stream()).max().orElse(0));
    TextTable table = new TextTable();
    table.cell("workers of");
    types.forEach(table::cell);
    table.cell("ends in, " + unit).endRow();
    teams.forEach(
        (team, jobs) -> {
          if (named) {
            String name = team.isEmpty() ? "no team" : team;
            table.cell(
                "  %s, %s".formatted(name, jobs.size() == 1 ? "1 job" : jobs.size() + " jobs"));
            types.forEach(type -> table.cell(number(held(jobs, type))));
            table.endRow();
          }
          for (Holder row : jobs) {
            table.cell((named ? "    " : "  ") + row.job);
            types.forEach(type -> table.cell(number(held(List.of(row), type))));
            table.cell(row.secondsLeft.isPresent() ? unit.number(row.endSeconds()) : "unknown");
            table.endRow();
          }
        });
    return table.toString();
  }

  private static double held(List<Holder> jobs, String type) {
    return jobs.stream().mapToDouble(row -> row.workers.getOrDefault(type, 0.0)).sum();
  }

  /** Returns a number of workers, without decimals if it is an integer, else with two. */
  private static String number(double workers) {
    return workers == 0
        ? "-"
        : Math.abs(workers - Math.rint(workers)) < NEGLIGIBLE
            ? String.format(Locale.ROOT, "%.0f", workers)
            : String.format(Locale.ROOT, "%.2f", workers);
  }

  void addTo(ArrayNode list) {
    for (Holder holder : rows) {
      holder.workers.forEach(
          (type, workers) -> {
            ObjectNode row = list.addObject();
            row.put("job", holder.job);
            row.put("team", holder.team.isEmpty() ? null : holder.team);
            row.put("type", type);
            row.set("workers", Json.number(workers));
            row.set("released_in_s", Json.number(holder.secondsLeft.orElse(Double.NaN)));
          });
    }
  }
}
