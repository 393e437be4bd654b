/**
 * Placement measured: tasks arrive until the GPUs of a cluster are over-asked. Start with {@link
 * io.gavel.experiment.placement.Inflation}.
 */
@NullMarked
package io.gavel.benchmarks.placement;

import org.jspecify.annotations.NullMarked;
