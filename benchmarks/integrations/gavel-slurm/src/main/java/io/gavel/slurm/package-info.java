/**
 * Rounds on a Slurm cluster. {@link io.gavel.slurm.SlurmJson} reads what {@code squeue} and {@code
 * sinfo} print in JSON; {@link io.gavel.slurm.SlurmRound} is one look at the cluster, a pure
 * function from a reading to commands; {@link io.gavel.slurm.SlurmRounds} repeats it.
 */
@NullMarked
package io.gavel.slurm;

import org.jspecify.annotations.NullMarked;
