/**
 * Methods over explicit rows, for pairs and side constraints: interior point with a sparse or dense
 * Cholesky factor, and a simplex method. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.interior.rows;

import org.jspecify.annotations.NullMarked;
