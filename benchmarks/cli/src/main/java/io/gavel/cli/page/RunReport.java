package io.gavel.cli.page;

import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.plot.GanttSvg;
import io.gavel.plot.Schedule;
import io.gavel.plot.Svg;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.RunRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A self-contained HTML page of a run: figures and pictures. Immutable. */
public final class RunReport {

  /** The hours that the Gantt chart covers. */
  public static final double GANTT_HOURS = 72;

  private static final int POINTS = 300;
  private static final int MOST_GANTT_WORKERS = 64;
  private static final double HOUR = 3600;

  private final String title;
  private final String figures;
  private final List<String> provenance;
  private final Cluster cluster;
  private final SimulationResult result;
  private final RunRecorder record;
  private final StringBuilder page = new StringBuilder();

  private RunReport(
      String title,
      String figures,
      List<String> provenance,
      Cluster cluster,
      SimulationResult result,
      RunRecorder record) {
    this.title = title;
    this.figures = figures;
    this.provenance = provenance;
    this.cluster = cluster;
    this.result = result;
    this.record = record;
  }

  /**
   * Writes the page.
   *
   * @param title heading
   * @param figures the figures of the run, as a text table
   * @param provenance version, command and digests of the inputs, one line each
   * @param cluster the cluster of the run
   * @param result the measurements
   * @param record the recorded rounds, leases and prices
   * @return a document without external references
   */
  public static String html(
      String title,
      String figures,
      List<String> provenance,
      Cluster cluster,
      SimulationResult result,
      RunRecorder record) {
    return new RunReport(title, figures, provenance, cluster, result, record).html();
  }

  private String html() {
    page.append(HtmlPage.head(title));
    page.append("<pre>%s</pre>%n<div class=\"two\">%n".formatted(HtmlPage.escaped(figures)));
    distributions();
    overTime();
    prices();
    page.append("</div>\n");
    heatMap();
    gantt();
    return page.append(HtmlPage.foot(provenance)).toString();
  }

  private void distributions() {
    draw(
        Chart.distribution(
            "Completion times",
            "hours",
            lines("jobs", values(job -> job.jctSeconds().orElse(Double.NaN) / HOUR))));
    draw(
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

  private void overTime() {
    List<RunRecorder.Round> rounds = record.rounds();
    List<Double> hours = new ArrayList<>();
    List<Double> busy = new ArrayList<>();
    List<Double> waiting = new ArrayList<>();
    List<Double> present = new ArrayList<>();
    double[] arrivals = sorted(job -> OptionalDouble.of(job.arrivalSeconds()));
    double[] completions = sorted(JobOutcome::completionSeconds);
    int step = Math.max(1, rounds.size() / POINTS);
    double from = 0;
    for (int i = 0; i < rounds.size(); i += step) {
      int to = Math.min(rounds.size(), i + step);
      double seconds = 0;
      double running = 0;
      for (RunRecorder.Round round : rounds.subList(i, to)) {
        seconds += round.busyWorkerSeconds();
        running += round.running();
      }
      double end = rounds.get(to - 1).endSeconds();
      double middle = (from + end) / 2;
      double there = countUntil(arrivals, middle) - countUntil(completions, middle);
      hours.add(middle / HOUR);
      busy.add(end > from ? 100 * seconds / (cluster.workers() * (end - from)) : 0);
      present.add(there);
      waiting.add(Math.max(0, there - running / (to - i)));
      from = end;
    }
    if (!hours.isEmpty()) {
      draw(
          Chart.of(
              "Utilisation",
              "hours",
              "% of the workers",
              Chart.Line.steps("busy workers", hours, busy)));
      draw(
          Chart.of(
              "Queue",
              "hours",
              "jobs",
              Chart.Line.steps("in the cluster", hours, present),
              Chart.Line.steps("waiting", hours, waiting)));
    }
  }

  private void prices() {
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
    draw(
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
  private void heatMap() {
    List<String> kinds =
        result.jobs().stream().map(job -> job.kind().jobType()).distinct().sorted().toList();
    List<String> types = cluster.types().stream().map(type -> type.name()).toList();
    List<List<Double>> parts = new ArrayList<>();
    for (String kind : kinds) {
      double[] seconds = new double[types.size()];
      for (JobOutcome job : result.jobs()) {
        for (int j = 0; j < seconds.length && job.kind().jobType().equals(kind); j++) {
          seconds[j] += record.workerSeconds(job.id(), j);
        }
      }
      double all = Arrays.stream(seconds).sum();
      parts.add(Arrays.stream(seconds).mapToObj(s -> all > 0 ? 100 * s / all : 0).toList());
    }
    wide(ChartSvg.heatMap("Where job types ran, % of their worker-seconds", types, kinds, parts));
  }

  private void gantt() {
    double hours =
        record.spans().stream().mapToDouble(span -> span.endSeconds()).max().orElse(0) / HOUR;
    page.append(
        hours < GANTT_HOURS
            ? "<h2>Who ran where</h2>\n"
            : "<h2>Who ran where in the first %s hours</h2>%n".formatted((int) GANTT_HOURS));
    if (cluster.workers() > MOST_GANTT_WORKERS) {
      page.append(
          "<p>%s workers are too many rows for a Gantt chart; at most %s are drawn.</p>%n"
              .formatted(cluster.workers(), MOST_GANTT_WORKERS));
      return;
    }
    double end = GANTT_HOURS * HOUR;
    List<JobOutcome> there =
        result.jobs().stream().filter(job -> job.arrivalSeconds() < end).toList();
    wide(
        GanttSvg.draw(
            "Workers over time",
            List.of(
                new GanttSvg.Panel(
                    title,
                    "one row per worker, one letter per job type",
                    new Schedule(cluster, there, record.spans())))));
  }

  /** A picture that keeps its size and scrolls on a narrow screen. */
  private void wide(String svg) {
    page.append("<div class=\"wide\" tabindex=\"0\">").append(Svg.inline(svg)).append("</div>\n");
  }

  private void draw(Chart chart) {
    if (!chart.lines().isEmpty()) {
      page.append(Svg.inline(ChartSvg.draw(chart)));
    }
  }
}
