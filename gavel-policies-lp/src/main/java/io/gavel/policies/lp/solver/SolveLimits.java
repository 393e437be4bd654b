package io.gavel.policies.lp.solver;

/**
 * When a solver gives up. Counted, not timed, so that a run can be repeated. Immutable.
 *
 * @param maxSteps the most iterations of one solve, at least 1
 */
public record SolveLimits(int maxSteps) {

  /**
   * Checks the limit.
   *
   * @param maxSteps at least 1
   * @throws IllegalArgumentException if it is less
   */
  public SolveLimits {
    if (maxSteps < 1) {
      throw new IllegalArgumentException(
          "limit of steps is %d; it must be at least 1".formatted(maxSteps));
    }
  }

  /**
   * Limits far beyond what a sound solve of the program needs.
   *
   * @param program the program to be solved
   * @return a thousand steps plus a hundred for each row
   */
  public static SolveLimits forSizeOf(AllocationProgram program) {
    int rows = 2 * program.jobCount() + program.poolCount();
    return new SolveLimits((int) Math.min(Integer.MAX_VALUE, 1000L + 100L * rows));
  }
}
