/**
 * The structured interior-point method: one 2×2 block a job, in tiles of jobs, after whose
 * elimination only the prices of the pools are left. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.interior.tiled;

import org.jspecify.annotations.NullMarked;
