/**
 * The contract of solvers: what an {@link io.gavel.policies.lp.solver.program.AllocationSolver}
 * must keep, to be run against one of your own. Start with {@link
 * io.gavel.policies.lp.contract.SolverContract}.
 */
package io.gavel.policies.lp.contract;
