/**
 * Parts that the interior-point methods share: the predictor–corrector step, columns by job, the
 * best columns, and the best solution so far. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.interior;

import org.jspecify.annotations.NullMarked;
