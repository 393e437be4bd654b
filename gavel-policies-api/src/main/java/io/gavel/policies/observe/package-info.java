/**
 * Reports of decisions to a listener. Start with {@link io.gavel.policies.observe.Observer}. The
 * library itself logs nothing and reads no clock; the caller supplies the listener and the clock.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.observe;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
