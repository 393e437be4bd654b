/**
 * Gavel's original simulator, with every rule that changes a result: {@link
 * io.gavel.benchmarks.original.OriginalLoop} is its loop around the library's scheduler, {@link
 * io.gavel.benchmarks.original.OriginalSimulation} asks a policy for allocations. For comparison
 * only; {@code io.gavel.benchmarks.simulation} is what to use.
 */
@NullMarked
package io.gavel.benchmarks.original;

import org.jspecify.annotations.NullMarked;
