/**
 * Audits of allocations of any scheduler.
 *
 * <p>Start with {@link io.gavel.policies.audit.Auditor}: it reads the fractions of an {@link
 * io.gavel.policies.Allocation}, computes everything else from the problem, and reports for each
 * {@linkplain io.gavel.policies.claims.Invariant invariant} whether it {@linkplain
 * io.gavel.policies.audit.Finding.Holds holds}, is {@linkplain
 * io.gavel.policies.audit.Finding.Violated violated}, with a witness and the size of the gap, or
 * {@linkplain io.gavel.policies.audit.Finding.NotClaimed was not promised}. Pareto efficiency needs
 * an optimiser, which this module does not have: a {@link io.gavel.policies.audit.ParetoCheck}
 * supplies evidence, and the auditor checks the evidence.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.audit;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
