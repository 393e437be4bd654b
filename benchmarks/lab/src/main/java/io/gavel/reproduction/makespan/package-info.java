/** Reproduced makespans of batches of jobs, one class per experiment. */
@NullMarked
package io.gavel.reproduction.makespan;

import org.jspecify.annotations.NullMarked;
