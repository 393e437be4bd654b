/**
 * Accuracy of estimation methods.
 *
 * <p>{@link io.gavel.estimator.evaluate.LeaveOneOut} judges a method by the references alone,
 * {@link io.gavel.estimator.evaluate.HoldOut} by job types that are held out; both return {@link
 * io.gavel.estimator.evaluate.Accuracy}.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.estimator.evaluate;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
