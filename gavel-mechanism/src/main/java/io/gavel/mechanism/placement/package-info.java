/**
 * Which server, and which of its GPUs, a task gets: whole GPUs and fractions, CPU and memory.
 *
 * <p>{@link io.gavel.mechanism.placement.Servers} is the bookkeeping: what each server has left,
 * and who holds it. A {@link io.gavel.mechanism.placement.PlacementStrategy} looks at it through a
 * {@link io.gavel.mechanism.placement.Placer} and answers a {@link
 * io.gavel.mechanism.placement.PlacementRequest} with a {@link
 * io.gavel.mechanism.placement.Placement}; the caller then says {@link
 * io.gavel.mechanism.placement.Servers#place}. The strategies are in {@link
 * io.gavel.mechanism.placement.PlacementStrategies}; {@link
 * io.gavel.mechanism.placement.FragmentationDescent} wastes the fewest GPUs. {@link
 * io.gavel.mechanism.placement.GangPlacer} places gangs that may span servers, {@link
 * io.gavel.mechanism.placement.Fragmentation} measures what idle GPUs are worth to a {@link
 * io.gavel.mechanism.placement.TaskMix}.
 *
 * <p>Amounts are integers: CPU in thousandths of a core ("milli"), memory in MiB, each GPU in
 * thousandths. So nothing is ever rounded, and a release restores exactly what was there.
 */
@NullMarked
@Stability(Stability.Tier.EXTENSION)
package io.gavel.mechanism.placement;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
