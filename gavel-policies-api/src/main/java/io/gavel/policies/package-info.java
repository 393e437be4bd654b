/**
 * The vocabulary of accelerator scheduling: problems, allocations and the {@link
 * io.gavel.policies.Policy} interface.
 *
 * <p>An {@link io.gavel.policies.AllocationProblem} holds a {@link
 * io.gavel.policies.model.Cluster}, its {@link io.gavel.policies.model.Job}s and their {@link
 * io.gavel.policies.ThroughputMatrix}. A {@link io.gavel.policies.Policy} returns an {@link
 * io.gavel.policies.Allocation} for it: the fraction of wall-clock time that each job, or pair of
 * jobs, spends on each worker type. The {@link io.gavel.policies.Certificate} of an allocation
 * states its objective, a bound that no allocation exceeds, and the {@link
 * io.gavel.policies.Prices} that prove it.
 *
 * <ul>
 *   <li>{@link io.gavel.policies.model}: clusters, jobs, entities;
 *   <li>{@link io.gavel.policies.claims}: promises of policies;
 *   <li>{@link io.gavel.policies.audit}: checks whether an allocation, of this library or of
 *       another scheduler, keeps them;
 *   <li>{@link io.gavel.policies.explain}: the reasons for a job's throughput, and the effect of
 *       changes;
 *   <li>{@link io.gavel.policies.snapshot}: problems and allocations as text.
 * </ul>
 *
 * <p>Values are immutable and validated when they are built, so no policy checks them again.
 * Indices: {@code m} counts jobs, {@code j} worker types, {@code k} pools of workers.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
