package io.gavel.plot;

import io.gavel.policies.model.Cluster;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.observe.Timeline.Span;
import java.util.List;

/**
 * The jobs on each worker over time. Immutable.
 *
 * @param cluster the worker types
 * @param jobs every job, in order of arrival
 * @param spans the runs of jobs on workers
 */
public record Schedule(Cluster cluster, List<JobOutcome> jobs, List<Span> spans) {

  /**
   * Copies the lists.
   *
   * @param cluster the worker types
   * @param jobs every job
   * @param spans the runs of jobs on workers
   */
  public Schedule {
    jobs = List.copyOf(jobs);
    spans = List.copyOf(spans);
  }

  /**
   * Returns the end of the last span.
   *
   * @return seconds; 0 if nothing ran
   */
  public double endSeconds() {
    return spans.stream().mapToDouble(Span::endSeconds).max().orElse(0);
  }

  /**
   * Returns the number of jobs in the cluster that do not run.
   *
   * @param atSeconds a time
   * @return the number of waiting jobs
   */
  public long waiting(double atSeconds) {
    long present =
        jobs.stream()
            .filter(job -> job.arrivalSeconds() <= atSeconds)
            .filter(job -> job.completionSeconds().orElse(Double.POSITIVE_INFINITY) > atSeconds)
            .count();
    long running =
        spans.stream()
            .filter(span -> span.startSeconds() <= atSeconds && atSeconds < span.endSeconds())
            .flatMap(span -> span.jobIds().stream())
            .distinct()
            .count();
    return present - running;
  }

  /**
   * Returns the fraction of busy workers; a share of a worker counts as that fraction.
   *
   * @param from start of an interval
   * @param until its end
   * @return from 0 to 1, over the interval
   */
  public double utilization(double from, double until) {
    double busy =
        spans.stream().mapToDouble(span -> span.share() * span.overlap(from, until)).sum();
    return cluster.workers() == 0 ? 0 : busy / (cluster.workers() * (until - from));
  }
}
