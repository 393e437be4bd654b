/**
 * Rounds on a Slurm cluster. {@link io.gavel.slurm.SlurmJson} reads what {@code squeue} and {@code
 * sinfo} print in JSON.
 */
@NullMarked
package io.gavel.slurm;

import org.jspecify.annotations.NullMarked;
