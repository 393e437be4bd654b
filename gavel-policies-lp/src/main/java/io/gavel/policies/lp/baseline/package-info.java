/**
 * Published schedulers, restated as policies for comparison.
 *
 * <p>{@link io.gavel.policies.lp.baseline.Themis}, {@link io.gavel.policies.lp.baseline.Gandiva},
 * {@link io.gavel.policies.lp.baseline.Optimus}, {@link io.gavel.policies.lp.baseline.Slaq}, {@link
 * io.gavel.policies.lp.baseline.Sia}, {@link io.gavel.policies.lp.baseline.Pollux} and {@link
 * io.gavel.policies.lp.baseline.Shockwave}; each class states which parts of its paper it
 * implements and which it omits.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.baseline;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
