package io.gavel.cli.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.plot.Svg;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * Compares the present policy of a cluster with other policies on the same jobs: for all jobs, by
 * size of gang, and for the jobs that gain and lose most. Immutable.
 */
public final class GainReport {

  private static final double HOUR = 3600;

  /** The jobs that are listed on either end. */
  private static final int LISTED = 5;

  /** The relative change of a completion time below which a job ends as it does at present. */
  private static final double SAME = 0.01;

  private static final String TWO_DECIMALS = "%.2f";
  private static final String WHOLE = "%.0f";

  private final Cluster cluster;
  private final boolean priced;
  private final Optional<String> assumed;
  private final List<TraceJob> jobs;
  private final List<String> policies;
  private final List<SimulationResult> results;

  /** The jobs that complete in all runs; only their means can be compared. */
  private final int[] compared;

  /** Worker-seconds of each job alone on its fastest type, {@code [job]}. */
  private final double[] work;

  /**
   * Creates a report.
   *
   * @param jobs the jobs in order of arrival
   * @param table their throughputs
   * @param cluster the workers
   * @param priced whether every worker type has a price
   * @param results the runs of all jobs by policy, the present policy first
   */
  public GainReport(
      List<TraceJob> jobs,
      ThroughputTable table,
      Cluster cluster,
      boolean priced,
      Map<String, SimulationResult> results) {
    this.cluster = cluster;
    this.priced = priced;
    this.assumed = table.assumed();
    this.jobs = List.copyOf(jobs);
    this.policies = List.copyOf(results.keySet());
    this.results = List.copyOf(results.values());
    this.work = jobs.stream().mapToDouble(job -> work(job, table)).toArray();
    this.compared =
        IntStream.range(0, jobs.size())
            .filter(
                m ->
                    this.results.stream()
                        .allMatch(run -> run.jobs().get(m).completionSeconds().isPresent()))
            .toArray();
  }

  private double work(TraceJob job, ThroughputTable table) {
    double fastest =
        cluster.types().stream()
            .map(WorkerType::name)
            .map(type -> table.stepsPerSecond(type, job.kind()))
            .mapToDouble(rate -> rate.orElse(0))
            .max()
            .orElse(0);
    double workers = job.kind().scaleFactor() * job.gpuMilli() / (double) Job.WHOLE_WORKER;
    workers += job.alongside().values().stream().mapToInt(Integer::intValue).sum();
    return fastest > 0 ? job.totalSteps() / fastest * workers : 0;
  }

  /** A figure of a run with its name, which has the unit. */
  private record Row(String name, String key, String format, List<Double> values) {}

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("average completion time, h", "avg_jct_h", TWO_DECIMALS, r -> mean(jct(r))));
    rows.add(row("95th percentile, h", "p95_jct_h", TWO_DECIMALS, r -> percentile(jct(r), 95)));
    rows.add(row("longest wait for a start, h", "longest_wait_h", TWO_DECIMALS, this::longestWait));
    rows.add(
        row(
            "work done when the last job arrives, %",
            "work_done_percent", "%.1f", r -> 100 * workDone(r)));
    rows.add(row("cost, USD", "cost_usd", TWO_DECIMALS, r -> priced ? r.cost() : Double.NaN));
    rows.add(row("jobs completed", "completed", WHOLE, r -> r.completed()));
    rows.add(row("jobs that end earlier", "earlier", WHOLE, r -> changed(r, -1)));
    rows.add(row("jobs that end later", "later", WHOLE, r -> changed(r, 1)));
    return rows;
  }

  private Row row(
      String name, String key, String format, ToDoubleFunction<SimulationResult> figure) {
    return new Row(name, key, format, results.stream().mapToDouble(figure).boxed().toList());
  }

  private double[] jct(SimulationResult result) {
    return Arrays.stream(compared)
        .mapToDouble(m -> result.jobs().get(m).jctSeconds().orElseThrow() / HOUR)
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double percentile(double[] values, double percent) {
    return new DescriptiveStatistics(values).getPercentile(percent);
  }

  private double longestWait(SimulationResult result) {
    return Arrays.stream(compared)
            .mapToObj(result.jobs()::get)
            .mapToDouble(job -> job.startSeconds().orElseThrow() - job.arrivalSeconds())
            .max()
            .orElse(0)
        / HOUR;
  }

  private double workDone(SimulationResult result) {
    double last = jobs.get(jobs.size() - 1).arrivalSeconds();
    double done = 0;
    for (int m = 0; m < work.length; m++) {
      OptionalDouble end = result.jobs().get(m).completionSeconds();
      done += end.isPresent() && end.getAsDouble() <= last ? work[m] : 0;
    }
    double all = Arrays.stream(work).sum();
    return all > 0 ? done / all : 1;
  }

  private double changed(SimulationResult result, int sign) {
    return IntStream.range(0, jobs.size()).filter(m -> sign * change(result, m) > SAME).count();
  }

  /**
   * Returns the change of a job's completion time, relative to the present one: infinite if it
   * completes at present only, −1 if it completes then only, and 0 if it never does.
   */
  private double change(SimulationResult result, int m) {
    double before = results.get(0).jobs().get(m).jctSeconds().orElse(Double.POSITIVE_INFINITY);
    double after = result.jobs().get(m).jctSeconds().orElse(Double.POSITIVE_INFINITY);
    return before == after ? 0 : after / before - 1;
  }

  /** Returns the mean completion time in hours by size of gang, {@code [policy]}. */
  private Map<Integer, double[]> bySize() {
    Map<Integer, double[]> sizes = new TreeMap<>();
    for (TraceJob job : jobs) {
      sizes.computeIfAbsent(job.kind().scaleFactor(), size -> means(size));
    }
    return sizes;
  }

  private double[] means(int size) {
    return results.stream()
        .mapToDouble(
            result ->
                Arrays.stream(compared)
                    .mapToObj(result.jobs()::get)
                    .filter(job -> job.kind().scaleFactor() == size)
                    .mapToDouble(job -> job.jctSeconds().orElseThrow() / HOUR)
                    .average()
                    .orElse(Double.NaN))
        .toArray();
  }

  private long count(int size) {
    return jobs.stream().filter(job -> job.kind().scaleFactor() == size).count();
  }

  /** Returns the jobs whose completion times change most, the largest gains first. */
  private List<Integer> byChange(SimulationResult result) {
    return IntStream.range(0, jobs.size())
        .boxed()
        .filter(m -> Math.abs(change(result, m)) > SAME)
        .sorted(Comparator.comparingDouble(m -> change(result, m)))
        .toList();
  }

  /** Returns the jobs to list for a policy: first the largest gains, then the largest losses. */
  private List<Integer> listed(SimulationResult result) {
    List<Integer> changed = byChange(result);
    if (changed.size() <= 2 * LISTED) {
      return changed;
    }
    List<Integer> ends = new ArrayList<>(changed.subList(0, LISTED));
    ends.addAll(changed.subList(changed.size() - LISTED, changed.size()));
    return ends;
  }

  /**
   * Renders the report for a terminal.
   *
   * @return lines that end with a line feed
   */
  public String text() {
    TextTable table = new TextTable();
    table.cell("");
    policies.forEach(name -> table.cell(name));
    table.endRow();
    for (Row row : rows()) {
      table.cell(row.name());
      for (int p = 0; p < policies.size(); p++) {
        table.cell(cell(row, p));
      }
      table.endRow();
    }
    table.cell("average completion time by workers of a job, h").endRow();
    bySize()
        .forEach(
            (size, means) -> {
              table.cell("  %s (%s jobs)".formatted(size, count(size)));
              Arrays.stream(means).forEach(mean -> table.cell(number(TWO_DECIMALS, mean)));
              table.endRow();
            });
    return heading() + "\n" + basis() + table + assumption().map(note -> note + "\n").orElse("");
  }

  private Optional<String> assumption() {
    return assumed.map(source -> "Throughputs are assumed: " + source);
  }

  /** States that means leave jobs out; empty if they do not. */
  private String basis() {
    return compared.length == 0 || compared.length == jobs.size()
        ? ""
        : "Times are of the %s of %s jobs that complete under all policies.\n"
            .formatted(compared.length, jobs.size());
  }

  private String heading() {
    if (compared.length == 0) {
      return "None of the %s jobs completes under all policies, so no times are compared."
          .formatted(jobs.size());
    }
    int best =
        IntStream.range(0, policies.size())
            .boxed()
            .min(Comparator.comparingDouble(p -> mean(jct(results.get(p)))))
            .orElse(0);
    double now = mean(jct(results.get(0)));
    double then = mean(jct(results.get(best)));
    return best == 0
        ? "None of the policies completes jobs earlier on average than %s."
            .formatted(policies.get(0))
        : "%s completes jobs %s times as fast on average as %s; %s of %s jobs end later."
            .formatted(
                policies.get(best),
                number(TWO_DECIMALS, now / then),
                policies.get(0),
                number(WHOLE, changed(results.get(best), 1)),
                jobs.size());
  }

  private String cell(Row row, int p) {
    if (row.key().equals("cost_usd") && !priced) {
      return "unknown";
    }
    boolean comparison = row.key().equals("earlier") || row.key().equals("later");
    return comparison && p == 0 ? "" : number(row.format(), row.values().get(p));
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
  }

  /**
   * Renders the report as one JSON object.
   *
   * @return one line without its end
   */
  public String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("present", policies.get(0));
    assumed.ifPresent(source -> json.put("assumed", source));
    ArrayNode list = json.putArray("policies");
    for (int p = 0; p < policies.size(); p++) {
      ObjectNode policy = list.addObject();
      policy.put("policy", policies.get(p));
      for (Row row : rows()) {
        policy.set(row.key(), Json.number(row.values().get(p)));
      }
      ObjectNode sizes = policy.putObject("avg_jct_h_by_workers");
      int at = p;
      bySize().forEach((size, means) -> sizes.set(size.toString(), Json.number(means[at])));
      ArrayNode outcomes = policy.putArray("jobs");
      for (JobOutcome outcome : results.get(p).jobs()) {
        ObjectNode job = outcomes.addObject();
        job.put("job", outcome.id());
        job.set("jct_h", Json.number(outcome.jctSeconds().orElse(Double.NaN) / HOUR));
      }
    }
    return Json.line(json);
  }

  /**
   * Renders the report as a self-contained page.
   *
   * @param provenance version, command and digests of the inputs, one line each
   * @return a document without external references
   */
  public String html(List<String> provenance) {
    StringBuilder page = new StringBuilder(HtmlPage.head("What the jobs of this cluster gain"));
    page.append("<p>%s %s</p>\n".formatted(HtmlPage.escaped(heading()), basis()));
    assumption().ifPresent(note -> page.append("<p>%s</p>\n".formatted(HtmlPage.escaped(note))));
    page.append("<div class=\"wide\"><table><thead><tr><th></th>");
    policies.forEach(name -> page.append("<th>%s</th>".formatted(HtmlPage.escaped(name))));
    page.append("</tr></thead><tbody>\n");
    for (Row row : rows()) {
      List<String> cells = IntStream.range(0, policies.size()).mapToObj(p -> cell(row, p)).toList();
      page.append(line(row.name(), cells));
    }
    page.append("</tbody></table></div>\n<div class=\"two\">\n");
    Chart.Line[] lines =
        IntStream.range(0, policies.size())
            .mapToObj(p -> Chart.Line.cdf(policies.get(p), positive(jct(results.get(p)))))
            .filter(line -> !line.x().isEmpty())
            .toArray(Chart.Line[]::new);
    if (lines.length > 0) {
      page.append(
          Svg.inline(ChartSvg.draw(Chart.distribution("Completion times", "hours", lines))));
    }
    page.append("</div>\n<h2>Average completion time by workers of a job, hours</h2>\n");
    page.append("<div class=\"wide\"><table><thead><tr><th>workers (jobs)</th>");
    policies.forEach(name -> page.append("<th>%s</th>".formatted(HtmlPage.escaped(name))));
    page.append("</tr></thead><tbody>\n");
    bySize()
        .forEach(
            (size, means) ->
                page.append(
                    line(
                        "%s (%s)".formatted(size, count(size)),
                        Arrays.stream(means)
                            .mapToObj(mean -> number(TWO_DECIMALS, mean))
                            .toList())));
    page.append("</tbody></table></div>\n");
    for (int p = 1; p < policies.size(); p++) {
      changes(page, p);
    }
    return page.append(HtmlPage.foot(provenance)).toString();
  }

  private void changes(StringBuilder page, int p) {
    SimulationResult result = results.get(p);
    page.append("<h2>Largest changes under %s</h2>\n".formatted(HtmlPage.escaped(policies.get(p))));
    page.append(
        "<div class=\"wide\"><table><thead><tr><th>job</th><th>workers</th><th>at present, h</th>"
            + "<th>then, h</th><th>change</th></tr></thead><tbody>\n");
    for (int m : listed(result)) {
      double now = results.get(0).jobs().get(m).jctSeconds().orElse(Double.NaN) / HOUR;
      double then = result.jobs().get(m).jctSeconds().orElse(Double.NaN) / HOUR;
      page.append(
          line(
              jobs.get(m).id(),
              List.of(
                  Integer.toString(jobs.get(m).kind().scaleFactor()),
                  number(TWO_DECIMALS, now),
                  number(TWO_DECIMALS, then),
                  number("%+.0f %%", 100 * change(result, m)))));
    }
    page.append("</tbody></table></div>\n");
  }

  private static double[] positive(double[] values) {
    return Arrays.stream(values).filter(value -> value > 0).toArray();
  }

  private static String line(String head, List<String> cells) {
    StringBuilder line = new StringBuilder("<tr><td>%s</td>".formatted(HtmlPage.escaped(head)));
    cells.forEach(cell -> line.append("<td>%s</td>".formatted(HtmlPage.escaped(cell))));
    return line.append("</tr>\n").toString();
  }
}
