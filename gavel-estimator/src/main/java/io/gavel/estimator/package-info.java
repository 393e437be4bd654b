/**
 * Estimation of throughputs from few measurements: the input and output of estimation methods.
 *
 * <p>An {@link io.gavel.estimator.EstimationMethod} is fitted to a {@link
 * io.gavel.estimator.table.ReferenceTable} and turns the {@link
 * io.gavel.estimator.table.Measurements} of a new job type into an {@link
 * io.gavel.estimator.Estimate} of its complete row, with intervals. {@link
 * io.gavel.estimator.method.EstimationMethods#standard} is the method to start with.
 *
 * <ul>
 *   <li>{@link io.gavel.estimator.throughput}: from estimates to the throughputs that a policy
 *       takes; start here;
 *   <li>{@link io.gavel.estimator.table}: reference tables and measurements;
 *   <li>{@link io.gavel.estimator.method}: the methods;
 *   <li>{@link io.gavel.estimator.evaluate}: the accuracy of methods.
 * </ul>
 *
 * <p>Every value is immutable and may be shared by threads. Rates are fractions of a job's speed
 * alone, from 0 to 1; 0 means that two jobs cannot share workers. Indices: {@code i} counts rows,
 * {@code k} columns, {@code j} worker types.
 */
@NullMarked
@Stability(Stability.Tier.EXTENSION)
package io.gavel.estimator;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
