/**
 * Interior-point methods over explicit rows, with a dense or an arrow-shaped Cholesky factor: pairs
 * and side constraints. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.interior.rows;

import org.jspecify.annotations.NullMarked;
