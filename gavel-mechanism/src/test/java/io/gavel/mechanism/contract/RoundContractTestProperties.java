package io.gavel.mechanism.contract;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;

/** The library's mechanism keeps the contract in courses of jqwik's choice. */
class RoundContractTestProperties extends RoundContractProperties {
  @Override
  protected RoundMechanism mechanism(Cluster cluster, RoundOptions options) {
    return RoundMechanism.of(RoundScheduler.create(cluster, options));
  }
}
