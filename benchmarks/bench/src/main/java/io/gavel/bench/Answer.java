package io.gavel.bench;

import io.gavel.policies.Allocation;

/**
 * What came out of a run of ours.
 *
 * @param objective in the unit of the linear program that rivals get
 * @param relativeGap the certified gap
 */
record Answer(double objective, double relativeGap) {

  static Answer of(Allocation allocation) {
    var certificate = allocation.certificate();
    return new Answer(certificate.objective(), certificate.relativeGap());
  }

  /** Of a policy that minimises the inverse of what the program maximises. */
  static Answer inverse(Allocation allocation) {
    var certificate = allocation.certificate();
    return new Answer(1 / certificate.objective(), certificate.relativeGap());
  }
}
