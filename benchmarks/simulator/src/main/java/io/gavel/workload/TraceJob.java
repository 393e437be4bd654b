package io.gavel.workload;

import io.gavel.policies.model.Job;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * A job of a trace. Immutable.
 *
 * @param id the trace's identifier, unique in it
 * @param arrivalSeconds seconds from the start of the trace, finite and at least 0
 * @param kind job type and scale factor
 * @param gpuMilli thousandths of a worker that it occupies, 1000 unless its scale factor is 1
 * @param totalSteps the work in steps, finite and {@code > 0}; may be fractional
 * @param weight priority weight, finite and {@code > 0}
 * @param slo deadline as a multiple of the job's duration; empty = none
 * @param durationSeconds duration alone on the trace's reference type; empty = unknown
 * @param entity the team that it belongs to
 * @param alongside workers of further types that it holds at the same time, by name of the type
 * @param minRunSeconds how long a lease of the job runs at least before it may be preempted, finite
 *     and at least 0
 */
public record TraceJob(
    String id,
    double arrivalSeconds,
    JobKind kind,
    int gpuMilli,
    double totalSteps,
    double weight,
    OptionalDouble slo,
    OptionalDouble durationSeconds,
    Optional<String> entity,
    SortedMap<String, Integer> alongside,
    double minRunSeconds) {

  /**
   * Creates a job on whole workers of one type, of no team, that may be preempted.
   *
   * @param id the trace's identifier
   * @param arrivalSeconds finite and at least 0
   * @param kind job type and scale factor
   * @param totalSteps finite and {@code > 0}
   * @param weight finite and {@code > 0}
   * @param slo deadline as a multiple of the job's duration
   * @param durationSeconds alone on the trace's reference type
   */
  public TraceJob(
      String id,
      double arrivalSeconds,
      JobKind kind,
      double totalSteps,
      double weight,
      OptionalDouble slo,
      OptionalDouble durationSeconds) {
    this(
        id,
        arrivalSeconds,
        kind,
        Job.WHOLE_WORKER,
        totalSteps,
        weight,
        slo,
        durationSeconds,
        Optional.empty(),
        Collections.emptySortedMap(),
        0);
  }
}
