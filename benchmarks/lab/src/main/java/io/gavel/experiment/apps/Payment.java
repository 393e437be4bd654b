package io.gavel.experiment.apps;

/** What a bidder gives up as its hidden payment. */
public enum Payment {
  /** Workers of its bundle, in whole numbers, as in the paper. */
  WORKERS,
  /** The end of its lease. */
  TIME
}
