/**
 * The solver layer: programs in, certified solutions out.
 *
 * <p>{@link io.gavel.policies.lp.solver.CertifiedSolver} is the entry point. It routes a {@link
 * io.gavel.policies.lp.solver.program.AllocationProgram} to the methods that fit it. Solver output
 * is never trusted: a result is accepted only if its dual bound, recomputed from the original
 * program, matches its objective.
 */
@NullMarked
@Stability(Stability.Tier.EXTENSION)
package io.gavel.policies.lp.solver;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
