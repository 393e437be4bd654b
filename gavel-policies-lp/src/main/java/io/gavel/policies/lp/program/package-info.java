/**
 * Solves {@linkplain io.gavel.policies.program.Program programs} with certificates, and the
 * policies that are stated as programs.
 *
 * <p>Start with {@link io.gavel.policies.lp.program.StagedSolver}, which solves any program. {@link
 * io.gavel.policies.lp.program.LeastCost} buys capacity for deadlines, {@link
 * io.gavel.policies.lp.program.EntityMaxMin} is max-min fairness over teams, {@link
 * io.gavel.policies.lp.program.BudgetedMaxMin} under uncertain throughputs.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.program;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
