/**
 * Kueue's objects, read and written as the API server has them.
 *
 * <p>{@link io.gavel.kubernetes.objects.SetupReader} reads what administrators have set up, {@link
 * io.gavel.kubernetes.objects.WorkloadReader} what users have submitted, and {@link
 * io.gavel.kubernetes.objects.KueueWriter} writes the answers. Nothing is decided here.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.kubernetes.objects;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
