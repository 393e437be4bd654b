/**
 * Policies that maximise a smooth mean of normalised throughputs.
 *
 * <p>{@link io.gavel.policies.lp.welfare.NashWelfare} maximises the geometric mean, {@link
 * io.gavel.policies.lp.welfare.MeanFairness} any power mean, and {@link
 * io.gavel.policies.lp.welfare.PartialAllocation} withholds part of the Nash optimum so that no job
 * gains by misreporting. {@link io.gavel.policies.lp.welfare.ParetoProgram} checks whether an
 * allocation can be improved for one job without loss for any other.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.welfare;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
