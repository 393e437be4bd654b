package io.gavel.architecture.violations.mechanism;

import io.gavel.architecture.violations.policies.Breaks;
import io.gavel.architecture.violations.policies.lp.Solver;

/** Knows another library. */
@Breaks("LIBRARIES_KNOW_THE_API_ONLY")
public final class KnowsLp {
  Class<?> other() {
    return Solver.class;
  }
}
