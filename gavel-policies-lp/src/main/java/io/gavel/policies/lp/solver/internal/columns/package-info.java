/**
 * Column generation: programs with many columns of each job, solved on the columns that prices
 * choose. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.columns;

import org.jspecify.annotations.NullMarked;
