/**
 * Reads what people give: problems ({@link io.gavel.benchmarks.input.ProblemReader}), throughput
 * tables ({@link io.gavel.benchmarks.input.ThroughputTableReader}), job lists ({@link
 * io.gavel.benchmarks.input.TraceReader}) and clusters ({@link
 * io.gavel.benchmarks.input.ClusterSpec}).
 *
 * <p>Every reader is strict: what it does not understand is an {@link
 * io.gavel.benchmarks.input.InvalidInputException} of one line that says which file, where in it,
 * what was found and what is allowed.
 */
@NullMarked
package io.gavel.benchmarks.input;

import org.jspecify.annotations.NullMarked;
