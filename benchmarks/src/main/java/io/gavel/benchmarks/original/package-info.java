/**
 * The scheduler and the simulator of the program published with Gavel (2020), with every rule that
 * changes a result, faults included: {@link io.gavel.legacy.OriginalRounds} plans
 * rounds, {@link io.gavel.legacy.OriginalLoop} is the loop around it, {@link
 * io.gavel.legacy.OriginalSimulation} asks a policy for allocations. For comparison
 * only; {@code io.gavel.benchmarks.simulation} is the library's simulator.
 */
@NullMarked
package io.gavel.benchmarks.original;

import org.jspecify.annotations.NullMarked;
