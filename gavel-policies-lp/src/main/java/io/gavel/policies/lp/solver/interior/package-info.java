/**
 * Parts that the interior-point methods share: the predictor–corrector step, columns by job and
 * those that gain most, and the best solution so far. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.interior;

import org.jspecify.annotations.NullMarked;
