package io.gavel.policies.lp.program;

import io.gavel.policies.Prices;

/**
 * The optimum of one objective. Immutable.
 *
 * @param point the point that reaches it
 * @param bound a value that no allocation exceeds, or undercuts if the objective is minimised
 * @param prices the prices that prove the bound
 * @param kept what the point had to reach
 */
record StageAnswer(StagePoint point, double bound, Prices prices, Kept kept) {}
