/** Benchmark cases, and the reference solvers that are timed on the same programs. */
@NullMarked
package io.gavel.bench;

import org.jspecify.annotations.NullMarked;
