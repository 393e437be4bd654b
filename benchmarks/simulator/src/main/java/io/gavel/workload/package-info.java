/**
 * Jobs to simulate: kinds of jobs with their throughputs, traces, and generators that draw jobs
 * from a seed.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.workload;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
