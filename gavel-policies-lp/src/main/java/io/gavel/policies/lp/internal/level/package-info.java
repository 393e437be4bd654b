/**
 * Searches for a level that all jobs can reach, and the distribution of the surplus capacity. Not
 * exported.
 */
@NullMarked
package io.gavel.policies.lp.internal.level;

import org.jspecify.annotations.NullMarked;
