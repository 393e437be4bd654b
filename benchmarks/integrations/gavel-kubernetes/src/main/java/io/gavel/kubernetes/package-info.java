/**
 * A controller of Kueue's admission checks that chooses the flavour of each workload by its speeds.
 *
 * <p>{@link io.gavel.kubernetes.AdmissionController} watches Kueue's objects and answers the checks
 * whose controller it is; {@link io.gavel.kubernetes.AdmissionMain} runs it in a pod. It has no
 * state besides the API server's.
 *
 * <ul>
 *   <li>{@link io.gavel.kubernetes.objects}: readers and writers of the API server's objects.
 *   <li>{@link io.gavel.kubernetes.plan}: who starts where and when; knows no API server.
 * </ul>
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.kubernetes;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
