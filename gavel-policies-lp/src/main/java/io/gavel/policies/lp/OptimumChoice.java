package io.gavel.policies.lp;

/**
 * Selects one of the allocations that reach the optimal level. The bottlenecks determine the level;
 * this choice determines the use of the remaining capacity.
 */
public enum OptimumChoice {
  /** Any of them. This saves one program, but capacity that the bottlenecks cannot use may idle. */
  LEVEL_ONLY,

  /**
   * One with the largest total normalised throughput, found by a second program of the same size.
   * No worker idles if a job with time left could use it.
   */
  LEVEL_THEN_THROUGHPUT
}
