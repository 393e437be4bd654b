/**
 * What a scheduling policy gets and what it answers.
 *
 * <p>Start with {@link io.gavel.policies.AllocationProblem}: a {@link io.gavel.policies.model.Cluster} of
 * worker types, a list of {@link io.gavel.policies.model.Job}s and their {@link
 * io.gavel.policies.ThroughputMatrix}. A {@link io.gavel.policies.Policy} turns it into an {@link
 * io.gavel.policies.Allocation}: the fraction of wall-clock time that each {@link
 * io.gavel.policies.model.Group} of jobs spends on each worker type, with a {@link
 * io.gavel.policies.Certificate} of how good the answer provably is.
 *
 * <p>Jobs, groups and worker types are named by id at the edge and by dense index inside: {@code m}
 * counts jobs, {@code g} groups, {@code j} worker types, {@code k} pools. Units: throughput in
 * steps per second, time in seconds, fractions of wall-clock time from 0 to 1, prices in currency
 * per worker-hour.
 *
 * <p>{@link io.gavel.policies.snapshot.ProblemSnapshot} and {@link io.gavel.policies.snapshot.AllocationSnapshot}
 * turn them into text and back.
 *
 * <p>Every value here is immutable and may be shared by threads; what is invalid cannot be built,
 * so a policy never checks its input again. The words follow Narayanan et al., "Heterogeneity-Aware
 * Cluster Scheduling Policies for Deep Learning Workloads" (OSDI 2020), called Gavel below.
 */
@NullMarked
package io.gavel.policies;

import org.jspecify.annotations.NullMarked;
