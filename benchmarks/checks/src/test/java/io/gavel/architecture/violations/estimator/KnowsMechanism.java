package io.gavel.architecture.violations.estimator;

import io.gavel.architecture.violations.mechanism.KnowsLp;
import io.gavel.architecture.violations.policies.Breaks;

/** Knows another library. */
@Breaks("LIBRARIES_KNOW_THE_API_ONLY")
public final class KnowsMechanism {
  KnowsLp other() {
    return new KnowsLp();
  }
}
