package io.gavel.mechanism;

import io.gavel.mechanism.contract.RoundContract;
import io.gavel.mechanism.contract.RoundMechanism;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;

// round contract: begin
class RoundSchedulerContractTest extends RoundContract {
  @Override
  protected RoundMechanism mechanism(Cluster cluster, RoundOptions options) {
    return RoundMechanism.of(RoundScheduler.create(cluster, options));
  }
}
// round contract: end
