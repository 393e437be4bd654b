/**
 * Decorators that change the behaviour of any policy.
 *
 * <p>{@link io.gavel.policies.lp.variant.HeterogeneityAgnostic} hides the differences between
 * worker types from a policy; {@link io.gavel.policies.lp.variant.Robust} decides at the lower ends
 * of uncertain throughputs; {@link io.gavel.policies.lp.variant.Exploring} spends a share of the
 * time on measuring them; {@link io.gavel.policies.lp.variant.Strict} refuses a problem of which
 * the policy would ignore a part.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.variant;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
