/**
 * Estimated throughputs in the form that a policy takes.
 *
 * <p>{@link io.gavel.estimator.throughput.IsolatedThroughputs} estimates the speed of a job alone
 * on worker types where it was not timed; {@link io.gavel.estimator.throughput.ReportedThroughputs}
 * learns from the reports of running jobs; {@link
 * io.gavel.estimator.throughput.ColocatedThroughputs} makes the throughput matrix with pairs.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.estimator.throughput;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
