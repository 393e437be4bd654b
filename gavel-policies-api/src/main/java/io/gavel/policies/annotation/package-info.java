/**
 * Annotations of exported packages and types: {@link io.gavel.policies.annotation.Stability} states
 * how far users may rely on them.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.annotation;

import org.jspecify.annotations.NullMarked;
