/** Placement of shares of GPUs on servers until all are taken. */
@NullMarked
package io.gavel.experiment.placement;

import org.jspecify.annotations.NullMarked;
