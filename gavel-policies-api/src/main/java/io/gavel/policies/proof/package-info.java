/**
 * Exact proofs. {@link io.gavel.policies.proof.Proof} checks the certificate of an allocation in
 * exact arithmetic, independently of policy and solver. {@link io.gavel.policies.proof.Certifier}
 * makes certificates that pass.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.proof;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
