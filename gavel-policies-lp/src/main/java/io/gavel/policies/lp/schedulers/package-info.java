/**
 * The schedulers that the field compares with, as policies over the same problems.
 *
 * <ul>
 *   <li>orders for whole gangs: {@link io.gavel.policies.lp.discipline.GangQueue} over a {@link
 *       io.gavel.policies.lp.discipline.QueueDiscipline}, such as Tiresias' {@link
 *       io.gavel.policies.lp.discipline.AttainedService} and {@link
 *       io.gavel.policies.lp.discipline.GittinsIndex}, or the oracles for known durations;
 *   <li>auctions: {@link io.gavel.policies.lp.baseline.Themis} over {@link
 *       io.gavel.policies.lp.baseline.AuctionRound};
 *   <li>slices of time to whom they gain most: {@link io.gavel.policies.lp.baseline.Optimus},
 *       {@link io.gavel.policies.lp.baseline.Slaq}; workers for elastic jobs: {@link
 *       io.gavel.policies.lp.elastic.MarginalGain}, {@link
 *       io.gavel.policies.lp.elastic.TaskSizes}, {@link
 *       io.gavel.policies.lp.elastic.GrowShrink}; predictions: {@link
 *       io.gavel.policies.lp.elastic.LossCurve}, {@link
 *       io.gavel.policies.lp.elastic.SpeedModel};
 *   <li>turns for everybody: {@link io.gavel.policies.lp.baseline.Gandiva};
 *   <li>programs: {@link io.gavel.policies.lp.baseline.Sia}, {@link
 *       io.gavel.policies.lp.baseline.Pollux}, {@link io.gavel.policies.lp.baseline.Shockwave};
 *   <li>over other policies: {@link io.gavel.policies.lp.baseline.FairAdmission} and {@link
 *       io.gavel.policies.lp.partition.Partitioned}.
 * </ul>
 *
 * <p>Each says what it promises, and where it differs from the published system, which usually has
 * elastic jobs where this library has gangs. What they know of the past is {@link
 * io.gavel.policies.model.History}, which the caller keeps.
 */
@NullMarked
package io.gavel.policies.lp.schedulers;

import org.jspecify.annotations.NullMarked;
