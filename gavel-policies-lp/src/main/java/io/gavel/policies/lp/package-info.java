/**
 * Scheduling policies, each stated as an optimisation problem over the allocation matrix.
 *
 * <p>Each family has its own package:
 *
 * <ul>
 *   <li>{@link io.gavel.policies.lp.fairness}: one common level for all jobs, such as {@link
 *       io.gavel.policies.lp.fairness.MaxMinFairness};
 *   <li>{@link io.gavel.policies.lp.hierarchy}: lexicographic max-min over a tree of entities;
 *   <li>{@link io.gavel.policies.lp.welfare}: smooth means, such as Nash welfare;
 *   <li>{@link io.gavel.policies.lp.throughput}: sums and ratios of sums, such as throughput per
 *       cost;
 *   <li>{@link io.gavel.policies.lp.queue}: jobs in queue order;
 *   <li>{@link io.gavel.policies.lp.deadline}: conflicting service-level objectives;
 *   <li>{@link io.gavel.policies.lp.share}: no objective: closed-form shares, and the normalisers
 *       that other policies use;
 *   <li>{@link io.gavel.policies.lp.variant}: decorators for any policy;
 *   <li>{@link io.gavel.policies.lp.catalog}: all of them by name.
 * </ul>
 *
 * <p>This package holds the options that several families share. Programs are solved and certified
 * by {@link io.gavel.policies.lp.solver}. Space sharing is part of the problem, not of the policy:
 * every policy that supports it uses the pairs of its problem.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
