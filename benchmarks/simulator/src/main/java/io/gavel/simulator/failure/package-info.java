/**
 * Failures of workers in a simulation: a random model, its events, and their cost. {@link
 * io.gavel.simulator.failure.FailureModel} is the place to start.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.simulator.failure;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
