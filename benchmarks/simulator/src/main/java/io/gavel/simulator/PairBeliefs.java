package io.gavel.simulator;

import io.gavel.workload.ThroughputTable.PairRates;
import java.util.Optional;

/** The throughputs that a policy assumes for two jobs sharing workers. */
interface PairBeliefs {

  /** Throughputs of two jobs on workers of type {@code j}; empty if they must not share them. */
  Optional<PairRates> rates(int j, SimulatedJob a, SimulatedJob b);

  /**
   * Records that two jobs ran together at observed rates; returns whether this changed a belief.
   */
  default boolean ran(int j, SimulatedJob a, SimulatedJob b, PairRates rates) {
    return false;
  }

  /** Drops a job that has left the cluster. */
  default void forget(SimulatedJob job) {}
}
