/**
 * Closed-form shares, and the normalisers of other policies.
 *
 * <p>{@link io.gavel.policies.lp.share.EqualShare}, {@link
 * io.gavel.policies.lp.share.IsolatedShare} and {@link
 * io.gavel.policies.lp.share.DominantResourceFairness} are policies without a program. A {@link
 * io.gavel.policies.lp.share.Normalizer} turns throughputs into levels.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.share;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
