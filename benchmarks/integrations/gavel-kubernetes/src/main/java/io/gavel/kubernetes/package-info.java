/**
 * A controller of Kueue's admission checks that chooses the flavour of each workload by its speeds.
 *
 * <p>{@link io.gavel.kubernetes.AdmissionController} watches Kueue's objects and answers the checks
 * whose controller it is; {@link io.gavel.kubernetes.AdmissionMain} runs it in a pod. It keeps
 * nothing but what the API server has.
 *
 * <ul>
 *   <li>{@link io.gavel.kubernetes.objects}: what the objects of the API server say, and how
 *       answers are written.
 *   <li>{@link io.gavel.kubernetes.plan}: who starts where and when; knows no API server.
 * </ul>
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.kubernetes;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
