/**
 * Says why a job got what it got.
 *
 * <p>Start with {@link io.gavel.policies.explain.Explanation}: a verdict, typed reasons, the
 * factors that make up the job's throughput, and what would help, all from the fractions, slacks
 * and prices of the answer itself. {@link io.gavel.policies.explain.WhatIf} solves again and
 * compares.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.explain;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
