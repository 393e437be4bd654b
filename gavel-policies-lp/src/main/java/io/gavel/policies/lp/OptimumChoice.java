package io.gavel.policies.lp;

/**
 * Which of the allocations that reach the best level a policy returns. A level is held by its
 * bottlenecks; what they cannot use is open.
 */
public enum OptimumChoice {
  /** Any of them: one program less, and capacity that the bottlenecks cannot use may idle. */
  LEVEL_ONLY,

  /**
   * One of the largest total normalised throughput among them: a second program of the same size.
   * No worker idles that a job with time left could use.
   */
  LEVEL_THEN_THROUGHPUT
}
