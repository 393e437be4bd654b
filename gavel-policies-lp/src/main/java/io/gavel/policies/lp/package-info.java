/**
 * Scheduling policies, each a short statement of an optimisation problem.
 *
 * <p>By what they optimise:
 *
 * <ul>
 *   <li>a level that everyone reaches: {@link io.gavel.policies.lp.MaxMinFairness}, {@link
 *       io.gavel.policies.lp.FinishTimeFairness}, {@link io.gavel.policies.lp.Makespan}; level
 *       after level: {@link io.gavel.policies.lp.WaterFilling};
 *   <li>a mean: {@link io.gavel.policies.lp.MeanFairness}, {@link
 *       io.gavel.policies.lp.NashWelfare};
 *   <li>a sum: {@link io.gavel.policies.lp.MaxTotalThroughput}, {@link
 *       io.gavel.policies.lp.ThroughputPerPriceSum}, {@link io.gavel.policies.lp.FifoProgram},
 *       {@link io.gavel.policies.lp.AverageCompletionTime}; a ratio of sums: {@link
 *       io.gavel.policies.lp.ThroughputPerCost};
 *   <li>one job after the other: {@link io.gavel.policies.lp.StrictFifo}, {@link
 *       io.gavel.policies.lp.ShortestJobFirst};
 *   <li>completion times of queues: {@link io.gavel.policies.lp.AlloX};
 *   <li>nothing, being formulas or rules: {@link io.gavel.policies.lp.DominantResourceFairness},
 *       {@link io.gavel.policies.lp.GandivaPacking}, {@link io.gavel.policies.lp.EqualShare},
 *       {@link io.gavel.policies.lp.Isolated}, {@link io.gavel.policies.lp.HeadOfLineFifo}.
 * </ul>
 *
 * <p>Programs are answered by the layer in {@link io.gavel.policies.lp.solver}. Space sharing is
 * not a policy but data: a problem with pairs. {@link io.gavel.policies.lp.HeterogeneityAgnostic}
 * makes any policy blind to the differences between worker types, {@link
 * io.gavel.policies.lp.BestEffort} makes one give up SLOs that cannot be met, {@link
 * io.gavel.policies.lp.StayClose} a little of its objective to leave jobs where they are.
 */
@NullMarked
package io.gavel.policies.lp;

import org.jspecify.annotations.NullMarked;
