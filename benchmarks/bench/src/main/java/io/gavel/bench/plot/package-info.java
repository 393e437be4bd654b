/** Pictures of measured times. */
@NullMarked
package io.gavel.bench.plot;

import org.jspecify.annotations.NullMarked;
