/** Experiments with placement of GPU shares on servers. */
@NullMarked
package io.gavel.experiment.placement;

import org.jspecify.annotations.NullMarked;
