/**
 * Partitioned solving: applies a policy to parts of a problem (POP).
 *
 * <p>{@link io.gavel.policies.lp.partition.Partitioned} splits jobs and workers, solves each part
 * on its own and combines the allocations.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.partition;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
