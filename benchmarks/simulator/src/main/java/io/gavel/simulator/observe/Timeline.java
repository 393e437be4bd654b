package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records which jobs ran on which worker over time. Mutable while a simulation runs; not
 * thread-safe.
 */
public final class Timeline implements SimulationObserver {

  /**
   * An uninterrupted run of one or two jobs on a worker or a share of it.
   *
   * @param jobIds the one or two jobs that ran
   * @param pool the worker's pool
   * @param worker the worker's index in the pool
   * @param gpuMilli thousandths of the worker, from 1 to 1000
   * @param startSeconds start, in simulated seconds
   * @param endSeconds end, in simulated seconds
   */
  public record Span(
      List<String> jobIds,
      int pool,
      int worker,
      int gpuMilli,
      double startSeconds,
      double endSeconds) {

    /**
     * Creates a span on a whole worker.
     *
     * @param jobIds the one or two jobs that ran
     * @param pool the worker's pool
     * @param worker the worker's index in the pool
     * @param startSeconds start, in simulated seconds
     * @param endSeconds end, in simulated seconds
     */
    public Span(List<String> jobIds, int pool, int worker, double startSeconds, double endSeconds) {
      this(jobIds, pool, worker, Job.WHOLE_WORKER, startSeconds, endSeconds);
    }

    /**
     * Returns the fraction of the worker that the span occupies.
     *
     * @return more than 0, at most 1
     */
    public double share() {
      return (double) gpuMilli / Job.WHOLE_WORKER;
    }

    /**
     * Returns the overlap of the span with an interval.
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

  /** Jobs on a worker; several places may share it. */
  private record Place(List<String> jobIds, int pool, int worker, int gpuMilli) {}

  /** Creates an empty timeline. */
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
    // Exact on purpose: an extended lease starts at the same double at which the last ended.
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
   * Returns the recorded spans.
   *
   * @return spans, sorted by start
   */
  public List<Span> spans() {
    return List.copyOf(spans);
  }
}
