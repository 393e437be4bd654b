/**
 * Experiments: seeded runs of scenarios, stored as lines of JSON, with the figures computed from
 * them.
 */
@NullMarked
package io.gavel.experiment;

import org.jspecify.annotations.NullMarked;
