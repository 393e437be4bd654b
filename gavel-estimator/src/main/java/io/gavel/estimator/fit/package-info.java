/**
 * Numerical parts of the estimation methods: covariances, conditional distributions, logistic fits.
 * Not exported.
 */
@NullMarked
package io.gavel.estimator.fit;

import org.jspecify.annotations.NullMarked;
