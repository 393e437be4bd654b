package io.gavel.mechanism.internal.ledger;

/** The numbers of available workers of each pool. */
public interface WorkerCounts {

  /** Returns the number of workers of a pool that serve in the current round. */
  int usable(int k);

  /** Returns the number of workers of a pool that the next plan may use. */
  int assignable(int k);
}
