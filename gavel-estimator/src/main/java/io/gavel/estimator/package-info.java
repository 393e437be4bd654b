/**
 * Good throughputs from few measurements.
 *
 * <p>A {@link io.gavel.estimator.table.ReferenceTable} holds the normalised rates of job types that were
 * measured in full: how fast each runs on a worker type beside a partner, as a fraction of its
 * speed alone there (Gavel §6). A new job is measured in a few {@link io.gavel.estimator.table.Column}s
 * of it; an {@link io.gavel.estimator.EstimationMethod} fitted to the table turns those {@link
 * io.gavel.estimator.table.Measurements} into an {@link io.gavel.estimator.Estimate} of the whole row,
 * with intervals. {@link io.gavel.estimator.method.EstimationMethods#standard} is the method to start with.
 *
 * <p>Around it: {@link io.gavel.estimator.measurement.ActiveSelection} says what to measure next, {@link
 * io.gavel.estimator.measurement.Refinement} follows the rates of a running job, {@link
 * io.gavel.estimator.throughput.IsolatedThroughputs} estimates throughputs alone on other worker types, {@link
 * io.gavel.estimator.throughput.ColocatedThroughputs} makes the throughput matrix that a policy takes, {@link
 * io.gavel.estimator.evaluate.LeaveOneOut} judges methods by the references alone and {@link
 * io.gavel.estimator.evaluate.HoldOut} by job types that are held out, and {@link
 * io.gavel.estimator.method.Fingerprint} finds the references that a job resembles.
 *
 * <p>Every value here is immutable and may be shared by threads. Rates are fractions from 0 to 1; 0
 * means that the two jobs cannot share the workers at all. Columns and references are addressed by
 * name at the edge and by dense index inside: {@code i} counts rows, {@code k} columns, {@code j}
 * worker types.
 */
@NullMarked
package io.gavel.estimator;

import org.jspecify.annotations.NullMarked;
