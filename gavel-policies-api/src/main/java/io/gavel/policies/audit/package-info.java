/**
 * Judges allocations, whoever made them.
 *
 * <p>Start with {@link io.gavel.policies.audit.Auditor}: it reads the fractions of an {@link
 * io.gavel.policies.Allocation}, computes everything else itself from the problem, and says of each
 * {@linkplain io.gavel.policies.claims.Invariant invariant} whether it {@linkplain
 * io.gavel.policies.audit.Finding.Holds holds}, is {@linkplain
 * io.gavel.policies.audit.Finding.Violated violated}, by whom and by how much, or {@linkplain
 * io.gavel.policies.audit.Finding.NotClaimed was never promised}. Pareto efficiency needs an
 * optimiser, which this module has not: a {@link io.gavel.policies.audit.ParetoCheck} supplies
 * evidence, and the auditor checks the evidence.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.audit;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
