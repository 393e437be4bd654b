/**
 * Scheduling policies, each a short statement of an optimisation problem over the allocation
 * matrix.
 *
 * <p>One package a family:
 *
 * <ul>
 *   <li>{@link io.gavel.policies.lp.fairness}: one level that every job reaches, such as {@link
 *       io.gavel.policies.lp.fairness.MaxMinFairness};
 *   <li>{@link io.gavel.policies.lp.hierarchy}: level after level, over a tree of entities;
 *   <li>{@link io.gavel.policies.lp.welfare}: smooth means, such as Nash welfare;
 *   <li>{@link io.gavel.policies.lp.throughput}: sums and ratios of sums, such as throughput per
 *       cost;
 *   <li>{@link io.gavel.policies.lp.queue}: one job after another;
 *   <li>{@link io.gavel.policies.lp.deadline}: service-level objectives that cannot all be met;
 *   <li>{@link io.gavel.policies.lp.share}: closed-form shares, and the yardsticks of the others;
 *   <li>{@link io.gavel.policies.lp.variant}: decorators of any policy;
 *   <li>{@link io.gavel.policies.lp.near}: sets of almost-optimal allocations;
 *   <li>{@link io.gavel.policies.lp.baseline}: published schedulers to compare with; {@link
 *       io.gavel.policies.lp.discipline}, {@link io.gavel.policies.lp.elastic} and {@link
 *       io.gavel.policies.lp.partition}: the orders, models and partitions that they are made of;
 *   <li>{@link io.gavel.policies.lp.catalog}: all of them by name.
 * </ul>
 *
 * <p>This package holds the options that several families share. Programs are solved and certified
 * by {@link io.gavel.policies.lp.solver}. Space sharing is data, not a policy: every policy uses
 * the pairs of its problem.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
