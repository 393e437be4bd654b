/**
 * Estimation methods: matrix completion and fingerprinting as published, and closed-form methods.
 *
 * <p>Start with {@link io.gavel.estimator.method.EstimationMethods#standard}: a {@link
 * io.gavel.estimator.method.CrossValidated} choice among {@link
 * io.gavel.estimator.method.GaussianConditional} and a {@link
 * io.gavel.estimator.method.WeightedEnsemble}, with {@link io.gavel.estimator.method.Feasibility}
 * of pairs.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.estimator.method;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
