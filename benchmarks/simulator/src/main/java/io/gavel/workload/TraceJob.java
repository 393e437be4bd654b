package io.gavel.workload;

import io.gavel.policies.model.Job;
import java.util.Optional;
import java.util.OptionalDouble;

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
    Optional<String> entity) {

  /**
   * Creates a job on whole workers, of no team.
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
        Optional.empty());
  }
}
