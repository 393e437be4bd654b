/** The commands for Slurm clusters: {@code gavel slurm advise}, {@code run} and {@code release}. */
@NullMarked
package io.gavel.cli.slurm;

import org.jspecify.annotations.NullMarked;
