/**
 * From an allocation to rounds, leases and placements.
 *
 * <p>Start with {@link io.gavel.mechanism.RoundScheduler}: it is told what happens by {@link
 * io.gavel.mechanism.event.SchedulerEvent}s, plans one round at a time, and answers with a {@link
 * io.gavel.mechanism.plan.RoundPlan} of {@link io.gavel.mechanism.plan.Lease}s on {@link
 * io.gavel.mechanism.plan.Worker}s. Its memory is a value, {@link io.gavel.mechanism.state.SchedulerState},
 * the time owed and received of each group and type included.
 *
 * <p>Between the scheduler and the processes of jobs, {@code io.gavel.mechanism.lease} has both
 * sides of a lease as state machines.
 *
 * <p>Time is an argument, in seconds on a clock of the caller's choice. A round is planned as in
 * Narayanan et al., "Heterogeneity-Aware Cluster Scheduling Policies for Deep Learning Workloads"
 * (OSDI 2020), §5, called Gavel below: order the groups by what they are owed, select greedily
 * under the capacity of each pool, then place gangs on servers.
 */
@NullMarked
package io.gavel.mechanism;

import org.jspecify.annotations.NullMarked;
