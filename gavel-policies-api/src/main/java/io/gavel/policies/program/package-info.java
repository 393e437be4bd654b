/**
 * Scheduling questions as data: objectives over the allocations of a problem, constraints, and
 * capacity to buy.
 *
 * <p>Start with {@link io.gavel.policies.program.Program}. A custom policy is a program and a
 * {@link io.gavel.policies.program.Program.ProgramSolver}:
 *
 * <pre>{@code
 * Policy policy = problem -> Program.of(problem).maximize(objective).solve(solver).allocation();
 * }</pre>
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.program;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
