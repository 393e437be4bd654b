/**
 * Who starts where and when: the decision alone, without the API server.
 *
 * <p>A {@link io.gavel.kubernetes.plan.Cohort} has cluster queues that lend to each other, {@link
 * io.gavel.kubernetes.plan.Team}, and their workloads, {@link io.gavel.kubernetes.plan.Contender};
 * it gives an {@link io.gavel.kubernetes.plan.WorkloadAnswer} to each. What it decides follows from
 * a {@link io.gavel.kubernetes.plan.Moment}:
 *
 * <ul>
 *   <li>{@link io.gavel.kubernetes.plan.FairShares}: what each queue and workload is entitled to,
 *       by a policy of the library.
 *   <li>{@link io.gavel.kubernetes.plan.StartPlan}: who starts now, where and when the others
 *       would, and who moves to a better flavour.
 *   <li>{@link io.gavel.kubernetes.plan.Outlook}: the same in words.
 * </ul>
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.kubernetes.plan;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
