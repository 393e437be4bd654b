package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Why a job has no more than it has. Immutable. */
public final class WaitReport {

  /**
   * A job on workers that the explained job could use.
   *
   * @param job its id
   * @param type the worker type
   * @param workers mean number of workers that it holds; half of the workers of a pair
   * @param secondsLeft time to its last step at its present rate; empty if its work is unknown
   */
  record Holder(String job, String type, double workers, OptionalDouble secondsLeft) {}

  /** The least fraction of time and number of workers that is worth a line. */
  private static final double NEGLIGIBLE = 1e-6;

  private final Allocation allocation;
  private final AllocationProblem problem;
  private final int job;
  private final List<Holder> holders;

  private WaitReport(Allocation allocation, int job) {
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.job = job;
    this.holders = holders();
  }

  /**
   * Looks at a job.
   *
   * @param allocation the answer of a policy
   * @param jobId a job of its problem
   * @return the report
   */
  public static WaitReport of(Allocation allocation, String jobId) {
    return new WaitReport(allocation, allocation.problem().indexOf(jobId));
  }

  private List<Holder> holders() {
    int types = problem.cluster().typeCount();
    boolean[] usable = new boolean[types];
    double[][] workers = new double[problem.jobCount()][types];
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        for (int j = 0; j < types; j++) {
          usable[j] |= group.member(i) == job && problem.runs(g, j);
          workers[group.member(i)][j] +=
              allocation.fraction(g, j) * problem.workers(g) / group.size();
        }
      }
    }
    List<Holder> found = new ArrayList<>();
    for (int m = 0; m < workers.length; m++) {
      for (int j = 0; j < types && m != job; j++) {
        if (usable[j] && workers[m][j] > NEGLIGIBLE) {
          String type = problem.cluster().type(j).name();
          found.add(new Holder(problem.job(m).id(), type, workers[m][j], secondsLeft(m)));
        }
      }
    }
    found.sort(
        Comparator.comparingDouble((Holder h) -> h.secondsLeft().orElse(Double.POSITIVE_INFINITY)));
    return List.copyOf(found);
  }

  private OptionalDouble secondsLeft(int m) {
    OptionalDouble steps = problem.job(m).stepsRemaining();
    double rate = allocation.effectiveThroughput(m);
    return steps.isPresent() && rate > 0
        ? OptionalDouble.of(steps.getAsDouble() / rate)
        : OptionalDouble.empty();
  }

  /** Returns the answer in one sentence. */
  private String sentence() {
    String id = problem.job(job).id();
    double time = allocation.timeFraction(job);
    String share =
        time <= NEGLIGIBLE
            ? id + " waits"
            : time >= 1 - NEGLIGIBLE
                ? id + " runs all the time"
                : format("%s runs %.0f %% of the time", id, 100 * time);
    if (holders.isEmpty()) {
      String reason = Explanation.of(allocation, id).dominant().text();
      return "%s: %s.".formatted(share, reason);
    }
    long ahead = holders.stream().map(Holder::job).distinct().count();
    Holder next = holders.get(0);
    String release =
        next.secondsLeft().isPresent()
            ? format("; %s is the first to end, in %s", next.job(), duration(next))
            : "";
    return "%s: %s %s workers that it could use%s."
        .formatted(share, ahead, ahead == 1 ? "other job holds" : "other jobs hold", release);
  }

  private static String duration(Holder holder) {
    double seconds = holder.secondsLeft().orElseThrow();
    return seconds < 7200 ? format("%.0f s", seconds) : format("%.1f h", seconds / 3600);
  }

  /**
   * Renders the report.
   *
   * @return lines that end with a line feed
   */
  public String text() {
    StringBuilder text = new StringBuilder(sentence()).append('\n');
    text.append(
        "position %s of %s in order of the problem\n".formatted(job + 1, problem.jobCount()));
    if (!holders.isEmpty()) {
      TextTable table = new TextTable();
      table.cell("  holder").text("type").cell("workers").cell("released in").endRow();
      for (Holder holder : holders) {
        table.cell("  " + holder.job()).text(holder.type()).cell(format("%.3g", holder.workers()));
        table.cell(holder.secondsLeft().isPresent() ? duration(holder) : "unknown").endRow();
      }
      text.append(table);
    }
    return text.append(Explanation.of(allocation, problem.job(job).id()).toText()).toString();
  }

  /**
   * Renders the report as one JSON object, with names and units.
   *
   * @return one line without its end
   */
  public String json() {
    Explanation explanation = Explanation.of(allocation, problem.job(job).id());
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("job", explanation.jobId());
    json.put("summary", sentence());
    json.put("verdict", explanation.verdict().toString());
    json.put("position", job + 1);
    json.put("jobs", problem.jobCount());
    json.set("throughput_steps_per_s", Json.number(explanation.throughput()));
    json.set("time_fraction", Json.number(allocation.timeFraction(job)));
    ArrayNode list = json.putArray("holders");
    for (Holder holder : holders) {
      ObjectNode row = list.addObject();
      row.put("job", holder.job());
      row.put("type", holder.type());
      row.set("workers", Json.number(holder.workers()));
      row.set("released_in_s", Json.number(holder.secondsLeft().orElse(Double.NaN)));
    }
    ArrayNode reasons = json.putArray("reasons");
    explanation.reasons().forEach(reason -> reasons.add(reason.text()));
    ObjectNode prices = json.putObject("price_of_one_worker");
    Cluster cluster = problem.cluster();
    for (int j = 0; j < cluster.typeCount(); j++) {
      double price = allocation.certificate().prices().ofPool(cluster.poolOf(j));
      prices.set(cluster.type(j).name(), Json.number(price));
    }
    return Json.line(json);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
