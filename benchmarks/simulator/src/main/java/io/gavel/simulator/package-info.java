/**
 * Simulation of a cluster: jobs arrive, a policy allocates, a round scheduler runs the jobs.
 *
 * <p>{@link io.gavel.simulator.Simulator} runs any policy with the library's round scheduler;
 * {@link io.gavel.simulator.FluidSimulator} applies allocations without rounds. Both take a {@link
 * io.gavel.simulator.SimulationSetup} and return a {@link io.gavel.simulator.SimulationResult};
 * they perform no input or output.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.simulator;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
