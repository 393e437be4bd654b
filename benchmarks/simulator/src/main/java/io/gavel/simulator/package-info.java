/**
 * Simulation of a cluster: jobs arrive, a policy allocates, rounds run.
 *
 * <p>{@link io.gavel.simulator.Simulator} drives the library's own policies and its round
 * scheduler; {@link io.gavel.simulator.FluidSimulator} applies allocations without rounds. A {@link
 * io.gavel.simulator.SimulationSetup} in, a {@link io.gavel.simulator.SimulationResult} out; no
 * input or output in between.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.simulator;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
