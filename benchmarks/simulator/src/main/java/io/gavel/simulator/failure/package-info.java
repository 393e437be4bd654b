/** Workers that fail and return while a simulation runs, and what that costs. */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.simulator.failure;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
