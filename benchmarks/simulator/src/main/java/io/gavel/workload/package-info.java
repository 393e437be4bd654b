/**
 * Jobs to simulate: job classes with their throughputs, jobs of traces, and seeded job generators.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.workload;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
