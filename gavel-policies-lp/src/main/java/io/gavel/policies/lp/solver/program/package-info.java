/**
 * Linear and concave programs over allocations, their solutions, and the proofs of optimality.
 *
 * <p>An {@link io.gavel.policies.lp.solver.program.AllocationProgram} states what to maximise over
 * the allocations of a problem. An {@link io.gavel.policies.lp.solver.program.AllocationSolver}
 * solves it. A {@link io.gavel.policies.lp.solver.program.CertifiedSolution} is a feasible point
 * with a {@link io.gavel.policies.lp.solver.program.DualBound} that proves how far it is from the
 * optimum.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.solver.program;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
