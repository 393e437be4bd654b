/**
 * Presolve that is exact in both directions: scaling by powers of two, and aggregation of identical
 * jobs. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.presolve;

import org.jspecify.annotations.NullMarked;
