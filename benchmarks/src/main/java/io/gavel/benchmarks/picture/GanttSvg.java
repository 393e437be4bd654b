package io.gavel.benchmarks.picture;

import io.gavel.benchmarks.input.JobKind;
import io.gavel.benchmarks.simulation.JobOutcome;
import io.gavel.benchmarks.simulation.Timeline.Span;
import io.gavel.policies.Cluster;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Schedules as a self-contained SVG picture: a panel a schedule with the same time axis, a row a
 * worker, a colour a job type, shares of a worker upon each other, and below each panel the jobs
 * waiting and the share of busy workers.
 */
public final class GanttSvg {

  /**
   * A schedule with its headings.
   *
   * @param title one line
   * @param subtitle one line
   * @param schedule what to draw
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
  private static final double SAMPLE_SECONDS = 360;
  private static final String WAITING = "#c9a227";
  private static final String BUSY = "#3d5a80";

  private final StringBuilder svg = new StringBuilder();
  private final String title;
  private final List<Panel> panels;
  private final double hours;
  private final Map<String, String> colours = new HashMap<>();
  private final TreeSet<String> jobTypes = new TreeSet<>();

  private GanttSvg(String title, List<Panel> panels) {
    this.title = title;
    this.panels = panels;
    double end =
        panels.stream().mapToDouble(panel -> panel.schedule().endSeconds()).max().orElse(0);
    this.hours = Math.max(1, Math.ceil(end / 3600));
    for (Panel panel : panels) {
      panel.schedule().jobs().forEach(job -> jobTypes.add(job.kind().jobType()));
    }
    List<String> palette =
        List.of(
            "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#b07aa1", "#edc948", "#9c755f",
            "#ff9da7", "#2f4b7c", "#8cd17d", "#7f7f7f");
    int next = 0;
    for (String jobType : jobTypes) {
      colours.put(jobType, palette.get(next++ % palette.size()));
    }
  }

  /**
   * Draws.
   *
   * @param title heading of the picture
   * @param panels from top to bottom
   * @return an SVG document
   */
  public static String draw(String title, List<Panel> panels) {
    return new GanttSvg(title, panels).draw();
  }

  private String draw() {
    int legendRows = (jobTypes.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    int top = 52 + 20 * legendRows;
    int height = top + panels.stream().mapToInt(GanttSvg::panelHeight).sum();
    svg.append(
        format(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
            font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="12" fill="#222">
            <rect width="%d" height="%d" fill="#ffffff"/>
            """,
            WIDTH, height, WIDTH, height, WIDTH, height));
    text(LEFT, 30, "font-size=\"19\" font-weight=\"bold\"", title);
    legend();
    for (Panel panel : panels) {
      panel(panel, top);
      top += panelHeight(panel);
    }
    return svg.append("</svg>\n").toString();
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
      rect(x, y, 12, 12, "fill=\"" + colours.get(jobType) + "\"");
      svg.append("</rect>\n");
      text(x + 17, y + 10.5, "", jobType);
      i++;
    }
  }

  private void panel(Panel panel, int top) {
    Schedule schedule = panel.schedule();
    text(LEFT, top + 18, "font-size=\"15\" font-weight=\"bold\"", panel.title());
    text(LEFT, top + 36, "fill=\"#555\"", panel.subtitle());
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
      String colour = h % 24 == 0 ? "#999" : "#e3e3e3";
      line(x(h * 3600.0), top - 3, x(h * 3600.0), bottom, "stroke=\"" + colour + "\"");
      String label = h == 0 ? "0 h" : String.valueOf(h);
      text(x(h * 3600.0), bottom + 15, "text-anchor=\"middle\" fill=\"#555\"", label);
    }
  }

  private void labels(Cluster cluster, int top) {
    for (int k = 0; k < cluster.poolCount(); k++) {
      double first = rowTop(cluster, k, 0, top);
      double height = ROW * (double) cluster.poolWorkers(k);
      rect(LEFT, first, WIDTH - LEFT - RIGHT, height, "fill=\"#000\" fill-opacity=\"0.035\"");
      svg.append("</rect>\n");
      String style = "text-anchor=\"end\" font-weight=\"bold\"";
      text(LEFT - 10, first + height / 2 - 1, style, cluster.poolName(k));
      text(
          LEFT - 10,
          first + height / 2 + 13,
          "text-anchor=\"end\" fill=\"#777\" font-size=\"11\"",
          cluster.poolWorkers(k) + " GPUs");
    }
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
      JobKind kind = job.kind();
      double width = x(bar.endSeconds()) - x(bar.startSeconds());
      String style = "fill=\"" + colours.get(kind.jobType()) + "\"";
      rect(x(bar.startSeconds()), y + i * height, Math.max(0.4, width - 0.5), height, style);
      svg.append(
          format(
              "<title>job %s: %s, %s, on %s/%d, %s to %s</title></rect>\n",
              escape(job.id()),
              escape(kind.jobType()),
              span.share() < 1
                  ? format("%.3f of a GPU", span.share())
                  : format("%d GPUs", kind.scaleFactor()),
              escape(cluster.poolName(span.pool())),
              span.worker(),
              GanttText.clock(span.startSeconds()),
              GanttText.clock(span.endSeconds())));
    }
  }

  private void strip(Schedule schedule, int top) {
    int samples = (int) Math.ceil(hours * 3600 / SAMPLE_SECONDS);
    long most = 5; // so that a queue of one does not fill the strip
    for (Panel panel : panels) {
      for (int s = 0; s < samples; s++) {
        most = Math.max(most, panel.schedule().waiting(s * SAMPLE_SECONDS));
      }
    }
    StringBuilder queue = new StringBuilder(format("M%.1f %d", x(0), top + STRIP));
    StringBuilder busy = new StringBuilder();
    for (int s = 0; s < samples; s++) {
      double from = s * SAMPLE_SECONDS;
      double until = from + SAMPLE_SECONDS;
      double depth = top + STRIP - STRIP * (schedule.waiting(from) / (double) most);
      queue.append(format("L%.1f %.1fL%.1f %.1f", x(from), depth, x(until), depth));
      double level = top + STRIP - STRIP * schedule.utilization(from, until);
      busy.append(format("%s%.1f %.1f", s == 0 ? "M" : "L", (x(from) + x(until)) / 2, level));
    }
    queue.append(format("L%.1f %dZ", x(samples * SAMPLE_SECONDS), top + STRIP));
    path(queue, "fill=\"" + WAITING + "\" fill-opacity=\"0.45\"");
    path(busy, "fill=\"none\" stroke=\"" + BUSY + "\" stroke-width=\"1.4\"");
    line(LEFT, top + STRIP, WIDTH - RIGHT, top + STRIP, "stroke=\"#999\"");
    String end = "text-anchor=\"end\" font-size=\"11\" fill=\"";
    text(LEFT - 10, top + 10, end + BUSY + "\"", "busy 100 %");
    text(LEFT - 10, top + STRIP, end + BUSY + "\"", "0 %");
    text(WIDTH - RIGHT + 6, top + 10, "font-size=\"11\" fill=\"#8a6d00\"", String.valueOf(most));
    text(WIDTH - RIGHT + 6, top + 23, "font-size=\"11\" fill=\"#8a6d00\"", "jobs");
    text(WIDTH - RIGHT + 6, top + 36, "font-size=\"11\" fill=\"#8a6d00\"", "wait");
    text(WIDTH - RIGHT + 6, top + STRIP, "font-size=\"11\" fill=\"#8a6d00\"", "0");
  }

  private double x(double seconds) {
    return LEFT + (WIDTH - LEFT - RIGHT) * seconds / (hours * 3600);
  }

  private void rect(double x, double y, double width, double height, String style) {
    svg.append(
        format(
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" %s>",
            x, y, width, height, style));
  }

  private void line(double x1, double y1, double x2, double y2, String style) {
    svg.append(
        format(
            "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>\n", x1, y1, x2, y2, style));
  }

  private void path(CharSequence data, String style) {
    svg.append("<path d=\"").append(data).append("\" ").append(style).append("/>\n");
  }

  private void text(double x, double y, String style, String words) {
    svg.append(format("<text x=\"%.2f\" y=\"%.2f\" %s>%s</text>\n", x, y, style, escape(words)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
