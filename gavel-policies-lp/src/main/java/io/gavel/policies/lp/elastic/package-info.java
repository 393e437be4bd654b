/**
 * Models of elastic jobs: speed by number of workers, loss by number of steps, and greedy sizing by
 * marginal gain, as in Optimus and SLAQ.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.elastic;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
