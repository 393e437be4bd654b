package io.gavel.bench;

import io.gavel.policies.Allocation;

/**
 * The result of a solve by this library.
 *
 * @param objective the objective, in the unit of the linear program given to reference solvers
 * @param relativeGap the certified gap
 */
record Answer(double objective, double relativeGap) {

  static Answer of(Allocation allocation) {
    var certificate = allocation.certificate();
    return new Answer(certificate.objective(), certificate.relativeGap());
  }

  /** Returns the result of a policy that minimises the inverse of the program's objective. */
  static Answer inverse(Allocation allocation) {
    var certificate = allocation.certificate();
    return new Answer(1 / certificate.objective(), certificate.relativeGap());
  }
}
