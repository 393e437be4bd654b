package io.gavel.architecture.violations.policies.lp;

import io.gavel.architecture.violations.policies.Breaks;
import io.gavel.architecture.violations.policies.Directions;

/** Knows the api module, as it may. */
@Breaks({})
public final class Solver {
  final Directions.Fine fine = new Directions.Fine();
}
