/** Experiments with rounds while jobs come and go. */
@NullMarked
package io.gavel.experiment.rounds;

import org.jspecify.annotations.NullMarked;
