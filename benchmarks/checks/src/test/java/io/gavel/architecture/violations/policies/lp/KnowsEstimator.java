package io.gavel.architecture.violations.policies.lp;

import io.gavel.architecture.violations.estimator.KnowsMechanism;
import io.gavel.architecture.violations.policies.Breaks;

@Breaks("LIBRARIES_KNOW_THE_API_ONLY")
final class KnowsEstimator {
  final KnowsMechanism[] other = {};
}
