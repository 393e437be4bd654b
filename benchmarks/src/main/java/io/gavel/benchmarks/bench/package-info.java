/**
 * What {@code gavel bench} measures: {@link io.gavel.bench.BenchCatalog} lists the cases,
 * {@link io.gavel.bench.Instances} makes their problems from seeds, and every case and
 * every rival runs in a JVM of its own ({@link io.gavel.bench.Measurement}), so that a
 * stuck one can be stopped and none warms up another.
 */
@NullMarked
package io.gavel.benchmarks.bench;

import org.jspecify.annotations.NullMarked;
