/**
 * Placement of tasks on servers: entire GPUs and fractions of GPUs, CPU and memory.
 *
 * <p>{@link io.gavel.mechanism.placement.Servers} records the free resources of each server and the
 * tasks on it. A {@link io.gavel.mechanism.placement.PlacementStrategy} creates a {@link
 * io.gavel.mechanism.placement.Placer} for some servers, which answers a {@link
 * io.gavel.mechanism.placement.PlacementRequest} with a {@link
 * io.gavel.mechanism.placement.Placement}; the caller then calls {@link
 * io.gavel.mechanism.placement.Servers#place}. The strategies are in {@link
 * io.gavel.mechanism.placement.PlacementStrategies}; {@link
 * io.gavel.mechanism.placement.FragmentationDescent} wastes the fewest GPUs. {@link
 * io.gavel.mechanism.placement.GangPlacer} places gangs that may span servers. {@link
 * io.gavel.mechanism.placement.Fragmentation} measures the idle GPU capacity that is useless to a
 * {@link io.gavel.mechanism.placement.TaskMix}.
 *
 * <p>Amounts are integers: CPU in thousandths of a core ("milli"), memory in MiB, each GPU in
 * thousandths. Nothing is ever rounded, and a release restores the previous state exactly.
 */
@NullMarked
@Stability(Stability.Tier.EXTENSION)
package io.gavel.mechanism.placement;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
