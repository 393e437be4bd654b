/**
 * Policies that raise one level which every job reaches.
 *
 * <p>{@link io.gavel.policies.lp.fairness.MaxMinFairness} levels normalised throughput, {@link
 * io.gavel.policies.lp.fairness.FinishTimeFairness} levels Themis' ρ, and {@link
 * io.gavel.policies.lp.fairness.Makespan} levels the time at which the last job ends.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.fairness;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
