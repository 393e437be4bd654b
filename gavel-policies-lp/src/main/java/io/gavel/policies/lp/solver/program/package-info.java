/**
 * Linear and concave programs over allocations, their solutions and the proofs.
 *
 * <p>An {@link io.gavel.policies.lp.solver.program.AllocationProgram} states what to maximise over
 * the allocations of a problem; an {@link io.gavel.policies.lp.solver.program.AllocationSolver}
 * answers it; a {@link io.gavel.policies.lp.solver.program.CertifiedSolution} carries the bound
 * that {@link io.gavel.policies.lp.solver.program.DualBound} computed.
 */
@NullMarked
@Stability(Stability.Tier.EXTENSION)
package io.gavel.policies.lp.solver.program;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
