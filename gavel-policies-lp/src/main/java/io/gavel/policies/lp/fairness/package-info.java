/**
 * Policies that optimise one common level for all jobs.
 *
 * <p>{@link io.gavel.policies.lp.fairness.MaxMinFairness} maximises the smallest normalised
 * throughput, {@link io.gavel.policies.lp.fairness.FinishTimeFairness} minimises the largest ρ of
 * Themis, and {@link io.gavel.policies.lp.fairness.Makespan} minimises the time at which the last
 * job ends.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.fairness;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
