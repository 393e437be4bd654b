/**
 * Telling somebody what was decided: start with {@link io.gavel.policies.observe.Observer}. The
 * library itself logs nothing and reads no clock; listener and clock are the caller's.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.observe;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
