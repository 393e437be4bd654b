package io.gavel.policies.claims;

/** A property that a problem must have for a claim to apply to its answer. */
public enum Condition {
  /** All jobs have the same weight. */
  EQUAL_WEIGHTS("equal weights"),
  /** All jobs hold the same number of workers, or the same share of one. */
  EQUAL_SIZES("equal scale factors and shares"),
  /**
   * No weight is more than 100 times another. Beyond that, the lighter job may contribute less to a
   * sum than the error that a certified answer may have, so the sum says nothing about that job.
   */
  COMPARABLE_WEIGHTS("comparable weights"),
  /** No positive throughput is more than 100 times another, for the same reason. */
  COMPARABLE_RATES("comparable throughputs"),
  /** No jobs may share workers. */
  NO_PAIRS("no pairs"),
  /**
   * Every job with configurations can run in its first way. A job that cannot has no reference
   * throughput, and many policies give it nothing.
   */
  FIRST_WAYS("first ways run"),
  /** All jobs start now. */
  NO_HISTORY("no history"),
  /** All jobs have steps left. */
  WORK_LEFT("work left"),
  /**
   * No worker type is forbidden to a job. A job may be unable to reach the throughput of an equal
   * part of the cluster if some of the types are forbidden to it.
   */
  NOTHING_FORBIDDEN("no type forbidden"),
  /** There are neither constraints nor quotas. */
  NO_CONSTRAINTS("no constraints");

  private final String words;

  Condition(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
