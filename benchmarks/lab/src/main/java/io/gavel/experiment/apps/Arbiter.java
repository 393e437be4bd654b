package io.gavel.experiment.apps;

import java.util.Arrays;
import java.util.List;

/** Decides who leases the workers that are free. */
@FunctionalInterface
interface Arbiter {

  /**
   * Gives free workers to apps.
   *
   * @param now simulated time
   * @param present the apps in the cluster, in order of arrival
   * @param free {@code [server]} free workers; reduced by the granted ones
   * @param until the end of the leases
   */
  void assign(double now, List<AppInCluster> present, int[] free, double until);

  /** Leases workers, {@code [server]}, to an app, which are then no longer free. */
  static void give(AppInCluster app, int[] workers, int[] free, double until) {
    app.take(workers, until);
    Arrays.setAll(free, s -> free[s] - workers[s]);
  }
}
