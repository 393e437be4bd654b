/**
 * Drives the library through simulated time: {@link io.gavel.simulator.Simulator} lets
 * a policy allocate, the library's own {@code RoundScheduler} plan, and the jobs progress.
 *
 * <p>Rounds have a fixed length. A job progresses continuously while it holds a lease and ends at
 * its exact time; its workers then idle until the round ends. Jobs that arrive during a round join
 * at its end. While no job is in the cluster the clock jumps to the next arrival, where a new round
 * begins. Being moved, preempted or restarted costs a job what the {@code Overhead} of the rounds
 * says, at the start of its next lease.
 */
@NullMarked
package io.gavel.benchmarks.simulation;

import org.jspecify.annotations.NullMarked;
