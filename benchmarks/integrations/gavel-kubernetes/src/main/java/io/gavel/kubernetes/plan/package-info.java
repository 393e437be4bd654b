/**
 * Who starts where and when: the decision alone, without the API server.
 *
 * <p>A {@link io.gavel.kubernetes.plan.Cohort} has cluster queues that lend to each other, {@link
 * io.gavel.kubernetes.plan.Team}, and their workloads, {@link io.gavel.kubernetes.plan.Contender};
 * it gives an {@link io.gavel.kubernetes.plan.WorkloadAnswer} to each. Its decisions follow from a
 * {@link io.gavel.kubernetes.plan.Moment}:
 *
 * <ul>
 *   <li>{@link io.gavel.kubernetes.plan.FairShares}: the entitlement of each queue and workload, by
 *       a policy of the library.
 *   <li>{@link io.gavel.kubernetes.plan.StartPlan}: the workloads that start or move now, and the
 *       expected starts of all other workloads.
 *   <li>{@link io.gavel.kubernetes.plan.Outlook}: the same in words.
 * </ul>
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.kubernetes.plan;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
