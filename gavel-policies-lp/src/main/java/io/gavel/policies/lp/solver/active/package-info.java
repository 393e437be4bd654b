/**
 * Finds the rows that limit an optimum, and refines an optimum by the equations of the rows and
 * columns that it makes tight. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.active;

import org.jspecify.annotations.NullMarked;
