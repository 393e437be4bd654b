/**
 * Coefficients of programs: columns, objectives, and pairs that are known by job type. Not
 * exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.coefficients;

import org.jspecify.annotations.NullMarked;
