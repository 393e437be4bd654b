package io.gavel.plot;

import io.gavel.simulator.observe.Timeline.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Arranges spans in the lanes of their workers. A whole worker fills its lane; shares are stacked
 * in order of arrival and move down when one below them ends.
 */
final class GanttLanes {

  /**
   * A part of a span that is drawn as one rectangle.
   *
   * @param span the span
   * @param startSeconds start of the part
   * @param endSeconds end of the part
   * @param below fraction of the worker below it, from 0 to 1
   */
  record Bar(Span span, double startSeconds, double endSeconds, double below) {}

  private record Lane(int pool, int worker) {}

  private final List<Bar> bars = new ArrayList<>();
  private final Map<Span, Bar> open = new LinkedHashMap<>(); // from the bottom

  private GanttLanes() {}

  /**
   * Returns the bars of all spans.
   *
   * @param spans the spans; spans on one worker must fit on it at any time
   * @return the bars, by worker, then by end
   */
  static List<Bar> bars(List<Span> spans) {
    Map<Lane, List<Span>> byLane = new LinkedHashMap<>();
    for (Span span : spans) {
      byLane
          .computeIfAbsent(new Lane(span.pool(), span.worker()), lane -> new ArrayList<>())
          .add(span);
    }
    List<Bar> all = new ArrayList<>();
    for (List<Span> lane : byLane.values()) {
      GanttLanes lanes = new GanttLanes();
      lanes.sweep(lane);
      all.addAll(lanes.bars);
    }
    return all;
  }

  private void sweep(List<Span> spans) {
    List<Span> byStart = new ArrayList<>(spans);
    byStart.sort(Comparator.comparingDouble(Span::startSeconds)); // stable
    TreeMap<Double, List<Span>> starts = new TreeMap<>();
    for (Span span : byStart) {
      starts.computeIfAbsent(span.startSeconds(), time -> new ArrayList<>()).add(span);
      starts.computeIfAbsent(span.endSeconds(), time -> new ArrayList<>());
    }
    starts.forEach(this::at);
  }

  /** Ends spans, moves the spans above them down, and stacks new spans on top. */
  private void at(double time, List<Span> begin) {
    List<Bar> before = new ArrayList<>(open.values());
    open.clear();
    double below = 0;
    for (Bar bar : before) {
      boolean stays = bar.span().endSeconds() > time;
      if (stays && bar.below() == below) {
        open.put(bar.span(), bar);
      } else {
        bars.add(new Bar(bar.span(), bar.startSeconds(), time, bar.below()));
        if (stays) {
          open.put(bar.span(), new Bar(bar.span(), time, bar.span().endSeconds(), below));
        }
      }
      below += stays ? bar.span().share() : 0;
    }
    for (Span span : begin) {
      open.put(span, new Bar(span, time, span.endSeconds(), below));
      below += span.share();
    }
  }
}
