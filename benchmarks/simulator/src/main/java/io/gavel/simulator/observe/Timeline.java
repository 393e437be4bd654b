package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers which job held which worker when. Mutable while a simulation runs. */
public final class Timeline implements SimulationObserver {

  /**
   * One or two jobs on one worker, or on a share of it, without a break.
   *
   * @param jobIds who ran
   * @param pool the worker's pool
   * @param worker the worker's index in the pool
   * @param gpuMilli how many thousandths of the worker
   * @param startSeconds from when
   * @param endSeconds until when
   */
  public record Span(
      List<String> jobIds,
      int pool,
      int worker,
      int gpuMilli,
      double startSeconds,
      double endSeconds) {

    /**
     * A span of a whole worker.
     *
     * @param jobIds who ran
     * @param pool the worker's pool
     * @param worker the worker's index in the pool
     * @param startSeconds from when
     * @param endSeconds until when
     */
    public Span(List<String> jobIds, int pool, int worker, double startSeconds, double endSeconds) {
      this(jobIds, pool, worker, Job.WHOLE_WORKER, startSeconds, endSeconds);
    }

    /**
     * How much of the worker the span takes.
     *
     * @return more than 0, at most 1
     */
    public double share() {
      return (double) gpuMilli / Job.WHOLE_WORKER;
    }

    /**
     * How long the span and an interval overlap.
     *
     * @param from start of the interval
     * @param until end of the interval
     * @return seconds, at least 0
     */
    public double overlap(double from, double until) {
      return Math.max(0, Math.min(endSeconds, until) - Math.max(startSeconds, from));
    }
  }

  private final List<Span> spans = new ArrayList<>();
  private final Map<Place, Integer> latest = new HashMap<>();

  /** Who runs where; several may share a worker. */
  private record Place(List<String> jobIds, int pool, int worker, int gpuMilli) {}

  /** An empty timeline. */
  public Timeline() {}

  @Override
  public void ran(Lease lease, double busyUntilSeconds) {
    for (Worker worker : lease.workers()) {
      Span span =
          new Span(
              lease.jobIds(),
              worker.pool(),
              worker.index(),
              lease.gpuMilli(),
              lease.startSeconds(),
              busyUntilSeconds);
      Place place = new Place(span.jobIds(), span.pool(), span.worker(), span.gpuMilli());
      Integer last = latest.get(place);
      if (last != null && continues(spans.get(last), span)) {
        spans.set(last, join(spans.get(last), span));
      } else {
        latest.put(place, spans.size());
        spans.add(span);
      }
    }
  }

  private static boolean continues(Span last, Span next) {
    // Exact on purpose: a lease that continues starts at the very number at which the last ended.
    return last.endSeconds() == next.startSeconds();
  }

  private static Span join(Span last, Span next) {
    return new Span(
        last.jobIds(),
        last.pool(),
        last.worker(),
        last.gpuMilli(),
        last.startSeconds(),
        next.endSeconds());
  }

  /**
   * What ran.
   *
   * @return spans by start
   */
  public List<Span> spans() {
    return List.copyOf(spans);
  }
}
