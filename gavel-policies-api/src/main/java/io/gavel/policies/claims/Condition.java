package io.gavel.policies.claims;

/** What a problem must be like for a claim to be made of its answer. */
public enum Condition {
  /** All jobs have the same weight. */
  EQUAL_WEIGHTS("equal weights"),
  /** All jobs hold the same number of workers, or the same share of one. */
  EQUAL_SIZES("equal scale factors and shares"),
  /**
   * No weight is more than 100 times another: where one is, a sum to which the lighter job adds
   * less than a certified answer may miss says nothing about that job.
   */
  COMPARABLE_WEIGHTS("comparable weights"),
  /** No throughput above 0 is more than 100 times another, for the same reason. */
  COMPARABLE_RATES("comparable throughputs"),
  /** No jobs may share workers. */
  NO_PAIRS("no pairs"),
  /** All jobs start now. */
  NO_HISTORY("no history"),
  /** All jobs have steps left. */
  WORK_LEFT("work left"),
  /**
   * No worker type is forbidden to a job: what an equal part of the cluster gives is in nobody's
   * reach whom a part of it is forbidden.
   */
  NOTHING_FORBIDDEN("no type forbidden");

  private final String words;

  Condition(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
