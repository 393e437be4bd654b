/**
 * Jobs to simulate: job kinds with their throughputs, jobs of traces, and seeded job generators.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.workload;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
