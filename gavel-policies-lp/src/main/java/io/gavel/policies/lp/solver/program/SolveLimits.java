package io.gavel.policies.lp.solver.program;

import java.util.function.BooleanSupplier;

/**
 * When a solve ends without an answer, and what then.
 *
 * <p>Steps are counted, not timed, so that a run can be repeated: the same limit gives the same
 * bits. Cancellation is the caller's: the hook may bring a clock, a flag, a deadline. It is asked
 * from the thread that solves, some thousand times a second, and so is that thread's interruption,
 * which counts as a cancellation and stays set. The structured method asks within its passes over
 * the jobs as well; ojAlgo asks for the interruption before each of its iterations, and the hook is
 * asked before and after it.
 *
 * <p>Immutable, if the hook is.
 *
 * @param maxSteps the most iterations on one program, at least 1
 * @param cancelled whether to end now; asked often, so it should be quick
 * @param onExpiry what becomes of a solve that is ended
 */
public record SolveLimits(int maxSteps, BooleanSupplier cancelled, LimitAction onExpiry) {

  /** The number of jobs after which a pass asks again; a power of two. */
  private static final int OFTEN = 1024;

  private enum Hook implements BooleanSupplier {
    NEVER;

    @Override
    public boolean getAsBoolean() {
      return false;
    }
  }

  /**
   * Checks the limit.
   *
   * @param maxSteps at least 1
   * @param cancelled whether to end now
   * @param onExpiry what then
   * @throws IllegalArgumentException if the limit is less
   */
  public SolveLimits {
    if (maxSteps < 1) {
      throw new IllegalArgumentException(
          "limit of steps is %d; it must be at least 1".formatted(maxSteps));
    }
  }

  /**
   * A limit of steps alone.
   *
   * @param maxSteps the most iterations on one program, at least 1
   */
  public SolveLimits(int maxSteps) {
    this(maxSteps, Hook.NEVER, LimitAction.THROW);
  }

  /**
   * No limits but interruption.
   *
   * @return limits that no sound solve reaches
   */
  public static SolveLimits none() {
    return new SolveLimits(Integer.MAX_VALUE);
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

  /**
   * Another number of steps.
   *
   * @param steps the most iterations on one program, at least 1
   * @return a copy
   */
  public SolveLimits withMaxSteps(int steps) {
    return new SolveLimits(steps, cancelled, onExpiry);
  }

  /**
   * Another way to be cancelled.
   *
   * @param hook returns true when the solve is to end; asked from the thread that solves
   * @return a copy
   */
  public SolveLimits withCancellation(BooleanSupplier hook) {
    return new SolveLimits(maxSteps, hook, onExpiry);
  }

  /**
   * Another fate of solves that are ended.
   *
   * @param fate exception or best feasible point
   * @return a copy
   */
  public SolveLimits withOnExpiry(LimitAction fate) {
    return new SolveLimits(maxSteps, cancelled, fate);
  }

  /**
   * Whether to end now.
   *
   * @return true if the thread is interrupted or the hook says so
   */
  public boolean isCancelled() {
    return Thread.currentThread().isInterrupted() || cancelled.getAsBoolean();
  }

  /**
   * Ends the solve if that is wanted.
   *
   * @throws CancelledSolve if so
   */
  public void check() {
    if (isCancelled()) {
      throw new CancelledSolve();
    }
  }

  /**
   * Ends the solve if that is wanted, asking only at every thousandth index or so.
   *
   * @param index counted by the caller
   * @throws CancelledSolve if so
   */
  public void checkAt(int index) {
    if (index % OFTEN == 0) {
      check();
    }
  }
}
