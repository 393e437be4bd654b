package io.gavel.experiment.apps;

import java.util.Comparator;
import java.util.List;

/**
 * Least attained service: the app that has held workers for the least time takes all that it can
 * use, from the servers with the most free workers first. Immutable.
 */
final class LeastServiceArbiter implements Arbiter {

  @Override
  public void assign(double now, List<AppInCluster> present, int[] free, double until) {
    List<AppInCluster> leastFirst =
        present.stream().sorted(Comparator.comparingDouble(AppInCluster::workerSeconds)).toList();
    for (AppInCluster app : leastFirst) {
      int wanted = app.wanted();
      while (wanted > 0) {
        int most = 0;
        for (int s = 1; s < free.length; s++) {
          most = free[s] > free[most] ? s : most;
        }
        int taken = Math.min(wanted, free[most]);
        if (taken == 0) {
          return; // nothing is free
        }
        int[] workers = new int[free.length];
        workers[most] = taken;
        Arbiter.give(app, workers, free, until);
        wanted -= taken;
      }
    }
  }
}
