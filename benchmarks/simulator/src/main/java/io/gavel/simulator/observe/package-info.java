/** Observers of a simulation: recorders of rounds and timelines. */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.simulator.observe;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
