package io.gavel.benchmarks.input;

import java.util.OptionalDouble;

/**
 * A job of a trace. Immutable.
 *
 * @param id the trace's identifier, unique in it
 * @param arrivalSeconds seconds from the start of the trace, finite and at least 0
 * @param kind job type and scale factor
 * @param totalSteps the work, in steps, finite and {@code > 0}; need not be whole
 * @param weight priority weight, finite and {@code > 0}
 * @param slo deadline as a multiple of the job's duration; empty = none
 * @param durationSeconds how long it would take alone on the trace's reference type; empty = the
 *     trace does not say
 */
public record TraceJob(
    String id,
    double arrivalSeconds,
    JobKind kind,
    double totalSteps,
    double weight,
    OptionalDouble slo,
    OptionalDouble durationSeconds) {}
