/**
 * The promises that policies make for their allocations, as data.
 *
 * <p>{@link io.gavel.policies.claims.Claims} list {@link io.gavel.policies.claims.Invariant}s, each
 * under {@link io.gavel.policies.claims.Condition}s on the problem. {@link
 * io.gavel.policies.claims.Aspect}s are the parts of a problem that a policy reads.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.claims;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
