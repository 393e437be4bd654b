/**
 * Jobs made up: the generator of the published simulations, draw by draw, and the generator of
 * pseudo-random numbers underneath.
 */
@NullMarked
package io.gavel.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
