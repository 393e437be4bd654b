/** JMH benchmarks of decisions, rounds, estimates and replays. */
@NullMarked
package io.gavel.bench.jmh;

import org.jspecify.annotations.NullMarked;
