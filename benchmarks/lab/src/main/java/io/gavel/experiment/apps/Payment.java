package io.gavel.experiment.apps;

/** The hidden payment of a bidder. */
public enum Payment {
  /** Workers of its bundle, as integers, as in the paper. */
  WORKERS,
  /** The end of its lease. */
  TIME
}
