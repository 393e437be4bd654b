package io.gavel.mechanism;

/** How many workers of each pool are there. */
interface WorkerCounts {

  /** The workers of a pool that serve in the current round. */
  int usable(int k);

  /** The workers of a pool that the next plan may use. */
  int assignable(int k);
}
