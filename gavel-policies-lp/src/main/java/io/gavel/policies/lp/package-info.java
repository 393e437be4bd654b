/**
 * Scheduling policies, each a short statement of an optimisation problem.
 *
 * <p>{@link io.gavel.policies.lp.MaxMinFairness}, {@link io.gavel.policies.lp.WaterFilling}, {@link
 * io.gavel.policies.lp.MeanFairness} and {@link io.gavel.policies.lp.NashWelfare} are solved by the
 * layer in {@link io.gavel.policies.lp.solver}; {@link io.gavel.policies.lp.EqualShare} and {@link
 * io.gavel.policies.lp.Isolated} are formulas, and the yardsticks that others measure by; {@link
 * io.gavel.policies.lp.AlloX}, {@link io.gavel.policies.lp.DominantResourceFairness} and {@link
 * io.gavel.policies.lp.GandivaPacking} are what papers compare with. Space sharing is not a policy
 * but data: a problem with pairs. {@link io.gavel.policies.lp.HeterogeneityAgnostic} makes any
 * policy blind to the differences between worker types.
 */
@NullMarked
package io.gavel.policies.lp;

import org.jspecify.annotations.NullMarked;
