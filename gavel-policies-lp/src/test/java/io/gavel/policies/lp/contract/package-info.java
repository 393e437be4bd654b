/**
 * The contract of an {@link io.gavel.policies.lp.solver.program.AllocationSolver}, as tests to run
 * against your own solver. Start with {@link io.gavel.policies.lp.contract.SolverContract}.
 */
package io.gavel.policies.lp.contract;
