package io.gavel.plot;

import io.gavel.policies.model.Cluster;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.observe.Timeline.Span;
import io.gavel.workload.JobKind;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws schedules as a self-contained SVG picture: one panel per schedule with a common time axis,
 * one row per worker, one letter and colour per job type, stacked shares of a worker, and below
 * each panel the waiting jobs and the fraction of busy workers.
 */
public final class GanttSvg {

  /**
   * A schedule with its headings.
   *
   * @param title one line
   * @param subtitle one line
   * @param schedule the schedule
   */
  public record Panel(String title, String subtitle, Schedule schedule) {}

  private static final int WIDTH = 1240;
  private static final int LEFT = 92;
  private static final int RIGHT = 44;
  private static final int ROW = 15;
  private static final int POOL_GAP = 7;
  private static final int HEADING = 46;
  private static final int STRIP = 64;
  private static final int STRIP_GAP = 14;
  private static final int AXIS = 40;
  private static final int LEGEND_COLUMNS = 5;
  private static final int LETTERS = 26;
  private static final double LETTER_WIDTH = 11;
  private static final double SAMPLE_SECONDS = 360;
  private static final String WAITING = "#e69f00";
  private static final String BUSY = "#0072b2";

  private final List<Panel> panels;
  private final double hours;
  private final Svg svg;
  private final TreeSet<String> jobTypes = new TreeSet<>();

  private GanttSvg(String title, List<Panel> panels) {
    this.panels = panels;
    double end =
        panels.stream().mapToDouble(panel -> panel.schedule().endSeconds()).max().orElse(0);
    this.hours = Math.max(1, Math.ceil(end / 3600));
    for (Panel panel : panels) {
      panel.schedule().jobs().forEach(job -> jobTypes.add(job.kind().jobType()));
    }
    this.svg =
        Svg.of(
            WIDTH,
            top() + panels.stream().mapToInt(GanttSvg::panelHeight).sum(),
            title,
            "Who ran on which worker when. "
                + panels.stream()
                    .map(panel -> panel.title() + ": " + panel.subtitle())
                    .collect(Collectors.joining("; ")));
  }

  /** Returns the top of the first panel, below title and legend. */
  private int top() {
    return 52 + 20 * ((jobTypes.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS);
  }

  /**
   * Draws the panels.
   *
   * @param title the heading of the picture
   * @param panels the panels, from top to bottom
   * @return an SVG document
   */
  public static String draw(String title, List<Panel> panels) {
    return new GanttSvg(title, panels).draw(title);
  }

  private String draw(String title) {
    svg.text(LEFT, 30, title, "font-size=19", "font-weight=bold");
    legend();
    int top = top();
    for (Panel panel : panels) {
      panel(panel, top);
      top += panelHeight(panel);
    }
    return svg.toString();
  }

  private static int panelHeight(Panel panel) {
    return HEADING + rowsHeight(panel.schedule().cluster()) + STRIP_GAP + STRIP + AXIS;
  }

  private static int rowsHeight(Cluster cluster) {
    return ROW * (int) cluster.workers() + POOL_GAP * (cluster.poolCount() - 1);
  }

  private void legend() {
    int i = 0;
    for (String jobType : jobTypes) {
      double x = LEFT + (i % LEGEND_COLUMNS) * (WIDTH - LEFT - RIGHT) / (double) LEGEND_COLUMNS;
      int y = 46 + 20 * (i / LEGEND_COLUMNS);
      svg.rect(x, y, 14, 14, "fill=" + colour(jobType));
      letter(x + 7, y + 11, jobType);
      svg.text(x + 19, y + 11, jobType);
      i++;
    }
  }

  private String colour(String jobType) {
    return Palette.colour(jobTypes.headSet(jobType).size());
  }

  /** Writes the letter of a job type upon its colour; the same letter is in the legend. */
  private void letter(double x, double y, String jobType) {
    int i = jobTypes.headSet(jobType).size();
    String letter = (char) ('A' + i % LETTERS) + (i < LETTERS ? "" : String.valueOf(i / LETTERS));
    svg.text(
        x,
        y,
        letter,
        "text-anchor=middle",
        "font-size=10",
        "fill=" + Palette.ink(i),
        "pointer-events=none");
  }

  private void panel(Panel panel, int top) {
    Schedule schedule = panel.schedule();
    svg.text(LEFT, top + 18, panel.title(), "font-size=15", "font-weight=bold");
    svg.text(LEFT, top + 36, panel.subtitle(), "opacity=0.8");
    int rows = top + HEADING;
    int strip = rows + rowsHeight(schedule.cluster()) + STRIP_GAP;
    grid(rows, strip + STRIP);
    labels(schedule.cluster(), rows);
    Map<String, JobOutcome> jobs = new HashMap<>();
    schedule.jobs().forEach(job -> jobs.put(job.id(), job));
    GanttLanes.bars(schedule.spans()).forEach(bar -> bar(schedule.cluster(), bar, jobs, rows));
    strip(schedule, strip);
  }

  private void grid(int top, int bottom) {
    int step = hours <= 16 ? 1 : hours <= 48 ? 2 : 12;
    for (int h = 0; h <= hours; h += step) {
      double x = x(h * 3600.0);
      svg.line(x, top - 3, x, bottom, h % 24 == 0 ? "stroke=#999" : "stroke=#e3e3e3", "class=grid");
      String label = h == 0 ? "0 h" : String.valueOf(h);
      svg.text(x, bottom + 15, label, "text-anchor=middle");
    }
  }

  private void labels(Cluster cluster, int top) {
    for (int k = 0; k < cluster.poolCount(); k++) {
      double first = rowTop(cluster, k, 0, top);
      double height = ROW * (double) cluster.poolWorkers(k);
      svg.rect(LEFT, first, WIDTH - LEFT - RIGHT, height, "fill=#808080", "fill-opacity=0.1");
      String name = cluster.poolWorkers(k) + " × " + cluster.poolName(k);
      label(first + height / 2 + 4, name, "font-weight=bold");
    }
  }

  /** Draws a label to the left of the rows. */
  private void label(double y, String words, String attribute) {
    svg.text(LEFT - 10, y, words, attribute, "text-anchor=end");
  }

  private static double rowTop(Cluster cluster, int pool, int worker, int top) {
    double y = top;
    for (int k = 0; k < pool; k++) {
      y += ROW * cluster.poolWorkers(k) + POOL_GAP;
    }
    return y + ROW * worker;
  }

  private void bar(Cluster cluster, GanttLanes.Bar bar, Map<String, JobOutcome> jobs, int top) {
    Span span = bar.span();
    double bottom = rowTop(cluster, span.pool(), span.worker(), top) + ROW - 1;
    double y = bottom - (ROW - 2.0) * (bar.below() + span.share());
    double height = (ROW - 2.0) * span.share() / span.jobIds().size();
    for (int i = 0; i < span.jobIds().size(); i++) {
      JobOutcome job = jobs.get(span.jobIds().get(i));
      if (job == null) {
        throw new IllegalArgumentException("span of an unknown job: " + span);
      }
      double x = x(bar.startSeconds());
      double width = Math.max(0.4, x(bar.endSeconds()) - x - 0.5);
      svg.bar(
          x,
          y + i * height,
          width,
          height,
          tooltip(cluster, span, job),
          "fill=" + colour(job.kind().jobType()));
      if (width >= LETTER_WIDTH && height >= ROW / 2.0) {
        letter(x + width / 2, y + (i + 0.5) * height + 3.5, job.kind().jobType());
      }
    }
  }

  private static String tooltip(Cluster cluster, Span span, JobOutcome job) {
    JobKind kind = job.kind();
    return format(
        "job %s: %s, %s, on %s/%s, %s to %s",
        job.id(),
        kind.jobType(),
        span.share() < 1
            ? format("%.3f of a GPU", span.share())
            : format("workers at once: %s", kind.scaleFactor()),
        cluster.poolName(span.pool()),
        span.worker(),
        clock(span.startSeconds()),
        clock(span.endSeconds()));
  }

  /** Draws the waiting jobs and the fraction of busy workers over time. */
  private void strip(Schedule schedule, int top) {
    int samples = (int) Math.ceil(hours * 3600 / SAMPLE_SECONDS);
    long most = mostWaiting(samples);
    Svg.Path queue = new Svg.Path().to(x(0), top + STRIP);
    Svg.Path busy = new Svg.Path();
    for (int s = 0; s < samples; s++) {
      double from = s * SAMPLE_SECONDS;
      double until = from + SAMPLE_SECONDS;
      double depth = top + STRIP - STRIP * (schedule.waiting(from) / (double) most);
      queue.to(x(from), depth).to(x(until), depth);
      double level = top + STRIP - STRIP * schedule.utilization(from, until);
      busy.to(x(from), level).to(x(until), level);
    }
    queue.to(x(samples * SAMPLE_SECONDS), top + STRIP).close();
    svg.path(queue, "fill=" + WAITING, "fill-opacity=0.45");
    svg.line(LEFT, top + STRIP, WIDTH - RIGHT, top + STRIP, "stroke=#999", "class=grid");
    svg.path(busy, "fill=none", "stroke=" + BUSY, "stroke-width=1.4");
    label(top + 10, "line: busy", "font-size=11");
    label(top + 23, "100 %", "font-size=11");
    label(top + STRIP, "0 %", "font-size=11");
    List<String> words = List.of(String.valueOf(most), "jobs", "wait", "(area)");
    for (int i = 0; i < words.size(); i++) {
      waitingLabel(top + 10 + 13 * i, words.get(i));
    }
    waitingLabel(top + STRIP, "0");
  }

  private void waitingLabel(int y, String words) {
    svg.text(WIDTH - RIGHT + 6, y, words, "font-size=11");
  }

  /**
   * Returns the longest queue of all panels; at least 5, so that a queue of one does not fill the
   * strip.
   */
  private long mostWaiting(int samples) {
    return panels.stream()
        .flatMapToLong(
            panel ->
                IntStream.range(0, samples)
                    .mapToLong(s -> panel.schedule().waiting(s * SAMPLE_SECONDS)))
        .reduce(5, Math::max);
  }

  private double x(double seconds) {
    return LEFT + (WIDTH - LEFT - RIGHT) * seconds / (hours * 3600);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String clock(double seconds) {
    long minutes = Math.round(seconds / 60);
    return String.format(Locale.ROOT, "%02d:%02d", minutes / 60, minutes % 60);
  }
}
