package io.gavel.mechanism;

/** By which formulas rounds are planned. */
public enum Method {
  /** What {@link RoundScheduler} promises: groups get what they are owed, and nobody idles. */
  FAIR,
  /**
   * As the program published with Gavel (2020) works, for comparison: the priority is the fraction
   * over the share of a type's busy time since the last reset, counted from half a round; types are
   * filled one after another; entries of priority 0 are taken too, and those in no allocation hold
   * workers that then stay idle. Nothing is promised.
   */
  ORIGINAL,
  /** As {@link #ORIGINAL} under its FIFO policies: entries of priority 0 are never taken. */
  ORIGINAL_FIFO
}
