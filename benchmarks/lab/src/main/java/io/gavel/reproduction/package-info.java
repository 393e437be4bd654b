/**
 * Reproduction of published results; {@link io.gavel.reproduction.ExperimentCatalog} lists all
 * experiments.
 */
@NullMarked
package io.gavel.reproduction;

import org.jspecify.annotations.NullMarked;
