/**
 * Searches for a level that all jobs can reach, and what is done with the capacity above it. Not
 * exported.
 */
@NullMarked
package io.gavel.policies.lp.level;

import org.jspecify.annotations.NullMarked;
