/**
 * Presolve that is exact in both directions: scaling by powers of two, and aggregation of identical
 * jobs. {@link io.gavel.policies.lp.solver.presolve.OpenJobs} is the program of some jobs, given
 * the workers of the remaining jobs. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.presolve;

import org.jspecify.annotations.NullMarked;
