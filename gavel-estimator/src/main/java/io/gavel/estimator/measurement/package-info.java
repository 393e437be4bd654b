/**
 * Suggestions of what to measure next, and rates that are refined while a job runs.
 *
 * <p>{@link io.gavel.estimator.measurement.ActiveSelection} suggests the columns to measure; {@link
 * io.gavel.estimator.measurement.Refinement} updates a {@link
 * io.gavel.estimator.measurement.RateBelief} with each observation.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.estimator.measurement;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
