/**
 * Explanations of allocations, job by job.
 *
 * <p>Start with {@link io.gavel.policies.explain.Explanation}: the outcome of a job, typed reasons,
 * the factors that make up its throughput, and actions that would help. All come from the
 * fractions, slacks and prices of the allocation itself. {@link io.gavel.policies.explain.WhatIf}
 * solves again and compares; {@link io.gavel.policies.explain.MeasurementWorth} ranks uncertain
 * throughputs by the value of a measurement; {@link io.gavel.policies.explain.Staleness} bounds the
 * gain of a new allocation.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.explain;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
