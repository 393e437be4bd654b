/** Results of related systems, one class an experiment: AlloX, Themis, Tiresias, POP and FGD. */
@NullMarked
package io.gavel.benchmarks.reproduction.related;

import org.jspecify.annotations.NullMarked;
