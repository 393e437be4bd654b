/**
 * Closed-form shares, and the yardsticks that other policies normalise by.
 *
 * <p>{@link io.gavel.policies.lp.share.EqualShare}, {@link
 * io.gavel.policies.lp.share.IsolatedShare} and {@link
 * io.gavel.policies.lp.share.DominantResourceFairness} are policies without a program; a {@link
 * io.gavel.policies.lp.share.Normalizer} turns throughputs into levels.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.share;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
