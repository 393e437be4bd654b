package io.gavel.policies.lp.program;

import io.gavel.policies.Prices;

/**
 * The optimum of one objective. Immutable.
 *
 * @param point the point that reaches it
 * @param hint the level, if there are floors; the bounds of other objectives follow from the prices
 * @param prices the prices that prove the bound
 * @param kept the lower bounds of the point
 * @param near whether objective and bound are equal within the certified tolerance; if the
 *     objective is larger, the point violates the lower bounds by rounding
 */
record StageAnswer(StagePoint point, double hint, Prices prices, Kept kept, boolean near) {}
