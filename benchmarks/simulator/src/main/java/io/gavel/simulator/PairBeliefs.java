package io.gavel.simulator;

import io.gavel.workload.ThroughputTable.PairRates;
import java.util.Optional;

/** What a policy believes two jobs make of workers that they share. */
interface PairBeliefs {

  /** Throughputs of two jobs on workers of type {@code j}; empty if they are not to share. */
  Optional<PairRates> rates(int j, SimulatedJob a, SimulatedJob b);

  /** Two jobs ran together, at rates that everybody saw; returns whether that was news. */
  default boolean ran(int j, SimulatedJob a, SimulatedJob b, PairRates rates) {
    return false;
  }

  /** A job is gone for good. */
  default void forget(SimulatedJob job) {}
}
