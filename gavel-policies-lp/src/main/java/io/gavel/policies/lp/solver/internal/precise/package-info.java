/**
 * Optima to the last digits: the simplex method in twofold arithmetic for small programs, and the
 * equations of the rows and columns that an optimum makes tight. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.precise;

import org.jspecify.annotations.NullMarked;
