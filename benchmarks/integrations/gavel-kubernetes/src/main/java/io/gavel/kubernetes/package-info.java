/**
 * A controller of Kueue's admission checks that chooses the flavour of each workload by its speeds.
 *
 * <p>{@link io.gavel.kubernetes.AdmissionController} watches Kueue's objects and answers the checks
 * whose controller it is; {@link io.gavel.kubernetes.AdmissionMain} runs it in a pod. It keeps
 * nothing but what the API server has: each pass reads a {@link io.gavel.kubernetes.Moment}, from
 * which all decisions follow.
 *
 * <ul>
 *   <li>{@link io.gavel.kubernetes.FairShares}: what each queue and workload is entitled to, by a
 *       policy of the library.
 *   <li>{@link io.gavel.kubernetes.StartPlan}: who starts now, where and when the others would, and
 *       who moves to a better flavour.
 *   <li>{@link io.gavel.kubernetes.Outlook}: the same in words.
 * </ul>
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.kubernetes;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
