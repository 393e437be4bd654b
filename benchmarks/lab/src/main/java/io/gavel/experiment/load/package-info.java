/** How much load a cluster sustains; start with {@link SaturationSearch}. */
@NullMarked
package io.gavel.experiment.load;

import org.jspecify.annotations.NullMarked;
