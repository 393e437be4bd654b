/**
 * Optima of linear programs in fractions: the equations of what is tight, and their checks. Not
 * exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.exact;

import org.jspecify.annotations.NullMarked;
