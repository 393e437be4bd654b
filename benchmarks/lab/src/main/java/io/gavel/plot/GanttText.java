package io.gavel.plot;

import io.gavel.policies.model.Cluster;
import io.gavel.simulator.observe.Timeline.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A Gantt chart in characters: one line per worker and one column per time slot, with the letter of
 * the job that held most of the worker in the slot, or a dot if it was mostly idle.
 */
public final class GanttText {

  private static final char IDLE = '.';

  private final Schedule schedule;
  private final double from;
  private final double slotSeconds;
  private final int slots;

  private GanttText(Schedule schedule, double from, double slotSeconds, int slots) {
    this.schedule = schedule;
    this.from = from;
    this.slotSeconds = slotSeconds;
    this.slots = slots;
  }

  /**
   * Draws a window of a schedule.
   *
   * @param schedule the schedule
   * @param fromSeconds start of the window
   * @param slotSeconds length of a slot, {@code > 0}
   * @param slots number of columns
   * @return lines that end with a line feed
   */
  public static String draw(Schedule schedule, double fromSeconds, double slotSeconds, int slots) {
    return new GanttText(schedule, fromSeconds, slotSeconds, slots).draw();
  }

  /**
   * Returns the jobs that have a letter in a window.
   *
   * @param schedule the schedule
   * @param fromSeconds start of the window
   * @param untilSeconds end of the window
   * @return their ids
   */
  public static Set<String> jobsIn(Schedule schedule, double fromSeconds, double untilSeconds) {
    Set<String> ids = new HashSet<>();
    schedule.spans().stream()
        .filter(span -> span.overlap(fromSeconds, untilSeconds) > 0)
        .forEach(span -> ids.addAll(span.jobIds()));
    return ids;
  }

  private String draw() {
    Cluster cluster = schedule.cluster();
    Map<List<Integer>, List<Span>> byWorker = new HashMap<>();
    for (Span span : schedule.spans()) {
      byWorker
          .computeIfAbsent(List.of(span.pool(), span.worker()), key -> new ArrayList<>())
          .add(span);
    }
    StringBuilder text = new StringBuilder(axis());
    for (int k = 0; k < cluster.poolCount(); k++) {
      for (int w = 0; w < cluster.poolWorkers(k); w++) {
        text.append(label(cluster.poolName(k) + "/" + w));
        text.append(line(byWorker.getOrDefault(List.of(k, w), List.of()))).append('\n');
      }
    }
    return text.toString();
  }

  private static String label(String name) {
    return String.format(Locale.ROOT, "%-8s", name);
  }

  /** Returns the time axis, with a label every twelve slots. */
  private String axis() {
    StringBuilder line = new StringBuilder(label(""));
    for (int s = 0; s < slots; s += 12) {
      line.append(String.format(Locale.ROOT, "%-12s", "|" + clock(from + s * slotSeconds)));
    }
    return line.toString().stripTrailing() + "\n";
  }

  /** Hours and minutes; hours continue to count after midnight. */
  static String clock(double seconds) {
    long minutes = Math.round(seconds / 60);
    return String.format(Locale.ROOT, "%02d:%02d", minutes / 60, minutes % 60);
  }

  private String line(List<Span> spans) {
    StringBuilder line = new StringBuilder();
    for (int s = 0; s < slots; s++) {
      double start = from + s * slotSeconds;
      double busy = 0;
      double most = 0;
      char letter = IDLE;
      for (Span span : spans) {
        double held = span.share() * span.overlap(start, start + slotSeconds);
        busy += held;
        if (held > most) {
          most = held;
          letter = schedule.letter(span.jobIds().get(0));
        }
      }
      line.append(2 * busy >= slotSeconds ? letter : IDLE);
    }
    return line.toString();
  }
}
