package io.gavel.experiment.apps;

import java.util.List;

/** Decides who leases the workers that are free. */
@FunctionalInterface
interface Arbiter {

  /**
   * Gives free workers to apps.
   *
   * @param now simulated time
   * @param present the apps in the cluster, in order of arrival
   * @param free {@code [server]} whole workers; reduced by what is given
   * @param until the end of the leases
   */
  void assign(double now, List<AppInCluster> present, int[] free, double until);
}
