/**
 * The schedulers that the field compares with, as policies over the same problems.
 *
 * <ul>
 *   <li>orders for whole gangs: {@link io.gavel.policies.lp.schedulers.GangQueue} over a {@link
 *       io.gavel.policies.lp.schedulers.QueueDiscipline}, such as Tiresias' {@link
 *       io.gavel.policies.lp.schedulers.AttainedService} and {@link
 *       io.gavel.policies.lp.schedulers.GittinsIndex}, or the oracles for known durations;
 *   <li>auctions: {@link io.gavel.policies.lp.schedulers.Themis} over {@link
 *       io.gavel.policies.lp.schedulers.AuctionRound};
 *   <li>slices of time to whom they gain most: {@link io.gavel.policies.lp.schedulers.Optimus},
 *       {@link io.gavel.policies.lp.schedulers.Slaq}; workers for elastic jobs: {@link
 *       io.gavel.policies.lp.schedulers.MarginalGain}, {@link
 *       io.gavel.policies.lp.schedulers.TaskSizes}, {@link
 *       io.gavel.policies.lp.schedulers.GrowShrink}; predictions: {@link
 *       io.gavel.policies.lp.schedulers.LossCurve}, {@link
 *       io.gavel.policies.lp.schedulers.SpeedModel};
 *   <li>turns for everybody: {@link io.gavel.policies.lp.schedulers.Gandiva};
 *   <li>programs: {@link io.gavel.policies.lp.schedulers.Sia}, {@link
 *       io.gavel.policies.lp.schedulers.Pollux}, {@link io.gavel.policies.lp.schedulers.Shockwave};
 *   <li>over other policies: {@link io.gavel.policies.lp.schedulers.FairAdmission} and {@link
 *       io.gavel.policies.lp.schedulers.Partitioned}.
 * </ul>
 *
 * <p>Each says what it promises, and where it differs from the published system, which usually has
 * elastic jobs where this library has gangs. What they know of the past is {@link
 * io.gavel.policies.History}, which the caller keeps.
 */
@NullMarked
package io.gavel.policies.lp.schedulers;

import org.jspecify.annotations.NullMarked;
