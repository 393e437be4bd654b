package io.gavel.mechanism.ledger;

/** How many workers of each pool are there. */
public interface WorkerCounts {

  /** The workers of a pool that serve in the current round. */
  int usable(int k);

  /** The workers of a pool that the next plan may use. */
  int assignable(int k);
}
