/** How far rounds lag behind allocations; start with {@code Fidelity}. */
@NullMarked
package io.gavel.benchmarks.fidelity;

import org.jspecify.annotations.NullMarked;
