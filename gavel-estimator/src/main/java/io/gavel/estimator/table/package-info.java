/**
 * Reference tables of normalised rates, and measurements of single rows.
 *
 * <p>A {@link io.gavel.estimator.table.ReferenceTable} holds the rates of job types that were
 * measured in full: how fast each runs on a worker type with a partner, as a fraction of its speed
 * alone there (Gavel §6). {@link io.gavel.estimator.table.Measurements} hold a few {@link
 * io.gavel.estimator.table.Column}s of another job's row.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.estimator.table;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
