package io.gavel.cli.page;

import io.gavel.cli.report.TextTable;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.plot.GanttSvg;
import io.gavel.plot.Schedule;
import io.gavel.plot.Svg;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.JobMeter;
import io.gavel.simulator.observe.RunRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A self-contained HTML page of a run: figures and pictures. Immutable.
 *
 * @param title heading
 * @param figures the figures of the run, name and value in each row
 * @param provenance version, command and digests of the inputs, one line each
 * @param cluster the cluster of the run
 * @param result the measurements
 * @param record the recorded rounds, leases and prices
 * @param meter the worker time of jobs
 */
public record RunReport(
    String title,
    TextTable figures,
    List<String> provenance,
    Cluster cluster,
    SimulationResult result,
    RunRecorder record,
    JobMeter meter) {

  /** The hours that the Gantt chart covers. */
  public static final double GANTT_HOURS = 72;

  private static final int POINTS = 300;
  private static final int MOST_GANTT_WORKERS = 64;
  private static final double HOUR = 3600;

  /** The state of the run over a few rounds, at their middle. */
  private record Moment(double hour, double busyPercent, double present, double waiting) {}

  /** Returns a document without external references. */
  public String html() {
    return HtmlPage.head(title)
        + "<table class=\"figures\">\n%s</table>\n<div class=\"two\">\n".formatted(rows())
        + distributions()
        + overTime()
        + prices()
        + "</div>\n"
        + heatMap()
        + gantt()
        + HtmlPage.foot(provenance);
  }

  private String rows() {
    StringBuilder rows = new StringBuilder();
    for (List<String> row : figures.rows()) {
      rows.append("<tr>");
      row.forEach(cell -> rows.append("<td>%s</td>".formatted(HtmlPage.escaped(cell))));
      rows.append("</tr>\n");
    }
    return rows.toString();
  }

  private String distributions() {
    return drawn(
            Chart.distribution(
                "Completion times",
                "hours",
                lines("jobs", values(job -> job.jctSeconds().orElse(Double.NaN) / HOUR))))
        + drawn(
            Chart.distribution(
                "Contention slowdown",
                "time in the cluster ÷ time alone ÷ average number of jobs",
                lines("jobs", values(job -> job.rho().orElse(Double.NaN)))));
  }

  private static Chart.Line[] lines(String name, double[] values) {
    return values.length == 0 ? new Chart.Line[0] : new Chart.Line[] {Chart.Line.cdf(name, values)};
  }

  private double[] values(ToDoubleFunction<JobOutcome> figure) {
    return result.measured().stream().mapToDouble(figure).filter(value -> value > 0).toArray();
  }

  private String overTime() {
    List<Moment> moments = moments();
    if (moments.isEmpty()) {
      return "";
    }
    return drawn(
            Chart.of(
                "Utilisation",
                "hours",
                "% of the workers",
                steps("busy workers", moments, Moment::busyPercent)))
        + drawn(
            Chart.of(
                "Queue",
                "hours",
                "jobs",
                steps("in the cluster", moments, Moment::present),
                steps("waiting", moments, Moment::waiting)));
  }

  private static Chart.Line steps(
      String name, List<Moment> moments, Function<Moment, Double> figure) {
    return Chart.Line.steps(
        name, moments.stream().map(Moment::hour).toList(), moments.stream().map(figure).toList());
  }

  private List<Moment> moments() {
    List<RunRecorder.Round> rounds = record.rounds();
    double[] arrivals = sorted(job -> OptionalDouble.of(job.arrivalSeconds()));
    double[] completions = sorted(JobOutcome::completionSeconds);
    List<Moment> moments = new ArrayList<>();
    int step = Math.max(1, rounds.size() / POINTS);
    double from = 0;
    for (int i = 0; i < rounds.size(); i += step) {
      List<RunRecorder.Round> some = rounds.subList(i, Math.min(rounds.size(), i + step));
      double busySeconds = some.stream().mapToDouble(RunRecorder.Round::busyWorkerSeconds).sum();
      double running = some.stream().mapToDouble(RunRecorder.Round::running).average().orElse(0);
      double end = some.get(some.size() - 1).endSeconds();
      double middle = (from + end) / 2;
      double present = countUntil(arrivals, middle) - countUntil(completions, middle);
      moments.add(
          new Moment(
              middle / HOUR,
              end > from ? 100 * busySeconds / (cluster.workers() * (end - from)) : 0,
              present,
              Math.max(0, present - running)));
      from = end;
    }
    return moments;
  }

  private String prices() {
    List<RunRecorder.Quote> quotes = record.quotes();
    int step = Math.max(1, quotes.size() / POINTS);
    List<Chart.Line> lines = new ArrayList<>();
    for (int k = 0; k < cluster.poolCount(); k++) {
      int pool = k;
      List<Double> hours = new ArrayList<>();
      List<Double> price = new ArrayList<>();
      for (int i = 0; i < quotes.size(); i += step) {
        List<RunRecorder.Quote> some = quotes.subList(i, Math.min(quotes.size(), i + step));
        hours.add(some.get(0).atSeconds() / HOUR);
        price.add(some.stream().mapToDouble(q -> q.pools().get(pool)).average().orElse(0));
      }
      if (!hours.isEmpty()) {
        lines.add(Chart.Line.steps(poolName(pool), hours, price));
      }
    }
    return drawn(
        Chart.of(
            "Prices: value of one more worker",
            "hours",
            "unit of the policy's objective",
            lines.toArray(Chart.Line[]::new)));
  }

  private String poolName(int pool) {
    return IntStream.range(0, cluster.typeCount())
        .filter(j -> cluster.poolOf(j) == pool)
        .mapToObj(j -> cluster.type(j).name())
        .findFirst()
        .orElse("pool " + pool);
  }

  private double[] sorted(Function<JobOutcome, OptionalDouble> time) {
    return result.jobs().stream()
        .map(time)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .sorted()
        .toArray();
  }

  private static int countUntil(double[] sorted, double time) {
    int place = Arrays.binarySearch(sorted, time);
    return place < 0 ? -place - 1 : place + 1;
  }

  /** Draws the fraction of its time that each job type spent on each worker type. */
  private String heatMap() {
    List<String> kinds =
        result.jobs().stream().map(job -> job.kind().jobType()).distinct().sorted().toList();
    List<String> types = cluster.types().stream().map(type -> type.name()).toList();
    List<List<Double>> parts = new ArrayList<>();
    for (String kind : kinds) {
      double[] seconds = new double[types.size()];
      for (JobOutcome job : result.jobs()) {
        for (int j = 0; j < seconds.length && job.kind().jobType().equals(kind); j++) {
          seconds[j] += meter.workerSeconds(job.id(), j);
        }
      }
      double all = Arrays.stream(seconds).sum();
      parts.add(Arrays.stream(seconds).mapToObj(s -> all > 0 ? 100 * s / all : 0).toList());
    }
    return wide(
        ChartSvg.heatMap("Where job types ran, % of their worker-seconds", types, kinds, parts));
  }

  private String gantt() {
    double hours =
        record.spans().stream().mapToDouble(span -> span.endSeconds()).max().orElse(0) / HOUR;
    String heading =
        hours < GANTT_HOURS
            ? "<h2>Who ran where</h2>\n"
            : "<h2>Who ran where in the first %s hours</h2>\n".formatted((int) GANTT_HOURS);
    if (cluster.workers() > MOST_GANTT_WORKERS) {
      return heading
          + "<p>%s workers are too many rows for a Gantt chart; at most %s are drawn.</p>\n"
              .formatted(cluster.workers(), MOST_GANTT_WORKERS);
    }
    double end = GANTT_HOURS * HOUR;
    List<JobOutcome> there =
        result.jobs().stream().filter(job -> job.arrivalSeconds() < end).toList();
    return heading
        + wide(
            GanttSvg.draw(
                "Workers over time",
                List.of(
                    new GanttSvg.Panel(
                        title,
                        "one row per worker, one letter per job type",
                        new Schedule(cluster, there, record.spans())))));
  }

  /** Returns a picture that keeps its size and scrolls on a narrow screen. */
  private static String wide(String svg) {
    return "<div class=\"wide\" tabindex=\"0\">" + Svg.inline(svg) + "</div>\n";
  }

  private static String drawn(Chart chart) {
    return chart.lines().isEmpty() ? "" : Svg.inline(ChartSvg.draw(chart));
  }
}
