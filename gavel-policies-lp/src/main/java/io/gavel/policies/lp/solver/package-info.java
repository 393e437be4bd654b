/**
 * The solver layer: one kind of program, solvers for it, and the proof of every answer.
 *
 * <p>A policy states an {@link io.gavel.policies.lp.solver.program.AllocationProgram} and hands it to a
 * {@link io.gavel.policies.lp.solver.CertifiedSolver}. That merges identical jobs, scales the rows,
 * asks an {@link io.gavel.policies.lp.solver.program.AllocationSolver} (the extension point; {@link
 * io.gavel.policies.lp.solver.simplex.OjAlgoSolver} is the one at hand), undoes both, makes the answer
 * feasible to the last bit, and checks its optimality on the original program through {@link
 * io.gavel.policies.lp.solver.program.DualBound}. A solver is never believed: an answer whose bound does
 * not meet its objective is no answer.
 */
@NullMarked
package io.gavel.policies.lp.solver;

import org.jspecify.annotations.NullMarked;
