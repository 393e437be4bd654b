/**
 * The structured interior-point method: one 2×2 block for each job, in tiles of jobs. Their
 * elimination leaves a small system in the prices of the pools. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.interior.tiled;

import org.jspecify.annotations.NullMarked;
