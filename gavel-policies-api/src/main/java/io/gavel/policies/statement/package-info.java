/**
 * The statements that certificates prove, as data, and the exact numbers in which proofs are
 * checked.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.statement;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
