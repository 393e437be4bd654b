/** Repeats recorded runs of Gavel's original program; start with {@code Replay}. */
@NullMarked
package io.gavel.benchmarks.replay;

import org.jspecify.annotations.NullMarked;
