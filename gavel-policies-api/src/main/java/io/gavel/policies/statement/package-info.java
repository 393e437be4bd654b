/**
 * What certificates prove, as data: the statement that an allocation is optimal, in the numbers
 * that were used, and the exact numbers in which proofs are checked.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.statement;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
