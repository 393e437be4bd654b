/**
 * Experiments: seeded runs of scenarios, kept as lines of JSON, with the figures that are drawn
 * from them.
 */
@NullMarked
package io.gavel.experiment;

import org.jspecify.annotations.NullMarked;
