package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.classes.DemandProof;

/** The sum of the prices that hold jobs back at one level. Mutable. */
final class LevelPrices {

  final double level;
  final double[] pools;

  /** The prices of throughput of jobs that have no more than the level. */
  final double[] owed;

  final double[] time;

  /** The prices of throughput of jobs that rise further, until their own time is used up. */
  final double[] alone;

  LevelPrices(double level, int pools, int jobs) {
    this.level = level;
    this.pools = new double[pools];
    owed = new double[jobs];
    time = new double[jobs];
    alone = new double[jobs];
  }

  /** Adds the prices of workers and time, so that all are worth 1. */
  void add(DemandProof proof) {
    for (int k = 0; k < pools.length; k++) {
      pools[k] += proof.ofPool(k) / proof.worth();
    }
    for (int m = 0; m < time.length; m++) {
      time[m] += proof.ofTime(m) / proof.worth();
    }
  }

  /** Prices the throughput of a job above a rate. */
  void owe(int m, double price, double rate) {
    owed[m] += price;
    time[m] += price * rate;
  }

  Prices prices() {
    return Prices.of(pools, time, owed);
  }
}
