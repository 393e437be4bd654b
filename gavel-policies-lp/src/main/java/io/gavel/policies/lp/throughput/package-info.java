/**
 * Policies that maximise a sum of throughputs or a ratio of two sums.
 *
 * <p>{@link io.gavel.policies.lp.throughput.MaxTotalThroughput}, {@link
 * io.gavel.policies.lp.throughput.AverageCompletionTime} and {@link
 * io.gavel.policies.lp.throughput.ThroughputPerPrice} maximise sums; {@link
 * io.gavel.policies.lp.throughput.ThroughputPerCost} maximises a ratio by Dinkelbach's method.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.throughput;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
