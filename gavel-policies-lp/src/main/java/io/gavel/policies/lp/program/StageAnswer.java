package io.gavel.policies.lp.program;

import io.gavel.policies.Prices;

/**
 * The optimum of one objective. Immutable.
 *
 * @param point the point that reaches it
 * @param hint the level, if there are floors; the bounds of other objectives follow from the prices
 * @param prices the prices that prove the bound
 * @param kept the lower bounds of the point
 * @param near whether objective and bound are equal within the certified tolerance; an objective
 *     above the bound has a point that misses what is kept, which is too tight for floating point
 */
record StageAnswer(StagePoint point, double hint, Prices prices, Kept kept, boolean near) {}
