/**
 * Numerical parts of the estimation methods: covariances, conditional distributions, logistic fits.
 * Not exported.
 */
@NullMarked
package io.gavel.estimator.internal;

import org.jspecify.annotations.NullMarked;
