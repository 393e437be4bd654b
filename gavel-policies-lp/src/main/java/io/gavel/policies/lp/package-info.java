/**
 * Scheduling policies, each a short statement of an optimisation problem.
 *
 * <p>By what they optimise:
 *
 * <ul>
 *   <li>a level that everyone reaches: {@link io.gavel.policies.lp.fairness.MaxMinFairness}, {@link
 *       io.gavel.policies.lp.fairness.FinishTimeFairness}, {@link io.gavel.policies.lp.fairness.Makespan}; level
 *       after level: {@link io.gavel.policies.lp.hierarchy.WaterFilling};
 *   <li>a mean: {@link io.gavel.policies.lp.welfare.MeanFairness}, {@link
 *       io.gavel.policies.lp.welfare.NashWelfare};
 *   <li>a sum: {@link io.gavel.policies.lp.throughput.MaxTotalThroughput}, {@link
 *       io.gavel.policies.lp.throughput.ThroughputPerPrice}, {@link io.gavel.policies.lp.queue.FifoProgram},
 *       {@link io.gavel.policies.lp.throughput.AverageCompletionTime}; a ratio of sums: {@link
 *       io.gavel.policies.lp.throughput.ThroughputPerCost};
 *   <li>one job after the other: {@link io.gavel.policies.lp.queue.StrictFifo}, {@link
 *       io.gavel.policies.lp.queue.ShortestJobFirst};
 *   <li>completion times of queues: {@link io.gavel.policies.lp.queue.AlloX};
 *   <li>nothing, being formulas or rules: {@link io.gavel.policies.lp.share.DominantResourceFairness},
 *       {@link io.gavel.policies.lp.queue.GandivaPacking}, {@link io.gavel.policies.lp.share.EqualShare},
 *       {@link io.gavel.policies.lp.share.IsolatedShare}, {@link io.gavel.policies.lp.queue.HeadOfLineFifo}.
 * </ul>
 *
 * <p>Programs are answered by the layer in {@link io.gavel.policies.lp.solver}. Space sharing is
 * not a policy but data: a problem with pairs. {@link io.gavel.policies.lp.variant.HeterogeneityAgnostic}
 * makes any policy blind to the differences between worker types, {@link
 * io.gavel.policies.lp.deadline.BestEffort} makes one give up SLOs that cannot be met, {@link
 * io.gavel.policies.lp.variant.MinimalMovement} a little of its objective to leave jobs where they are.
 */
@NullMarked
package io.gavel.policies.lp;

import org.jspecify.annotations.NullMarked;
