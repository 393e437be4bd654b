/**
 * Reads what people give: problems ({@link io.gavel.input.ProblemReader}), throughput
 * tables ({@link io.gavel.input.ThroughputTableReader}), job lists ({@link
 * io.gavel.input.TraceReader}) and clusters ({@link
 * io.gavel.input.ClusterSpec}).
 *
 * <p>Every reader is strict: what it does not understand is an {@link
 * io.gavel.workload.InvalidInputException} of one line that says which file, where in it,
 * what was found and what is allowed.
 */
@NullMarked
package io.gavel.benchmarks.input;

import org.jspecify.annotations.NullMarked;
