package io.gavel.policies.lp.solver.program;

import io.gavel.policies.annotation.Stability;
import java.util.function.BooleanSupplier;

/**
 * The limits that end a solve before it is complete, and the action then taken.
 *
 * <p>Steps are counted, not timed, so that a run can be repeated: the same limit gives the same
 * result, bit for bit. Cancellation is up to the caller: the hook may check a clock, a flag or a
 * deadline. It is called on the solving thread, some thousand times a second. That thread's
 * interrupt status is checked as often; an interruption counts as a cancellation, and the status
 * stays set. The structured method also checks both within its passes over the jobs.
 *
 * <p>Immutable if the hook is.
 *
 * @param maxSteps the most iterations on one program, at least 1
 * @param cancelled whether to end now; called often, so it should be quick
 * @param onExpiry the action when a limit ends a solve
 */
@Stability(Stability.Tier.EXTENSION)
public record SolveLimits(int maxSteps, BooleanSupplier cancelled, LimitAction onExpiry) {

  /** The number of indices after which a pass checks again; a power of two. */
  private static final int INTERVAL = 1024;

  private enum Hook implements BooleanSupplier {
    NEVER,
    NOT_EVEN_INTERRUPTED;

    @Override
    public boolean getAsBoolean() {
      return false;
    }
  }

  /**
   * Checks the limit of steps.
   *
   * @param maxSteps the most iterations on one program, at least 1
   * @param cancelled whether to end now
   * @param onExpiry the action when a limit ends a solve
   * @throws IllegalArgumentException if the limit of steps is less than 1
   */
  public SolveLimits {
    if (maxSteps < 1) {
      throw new IllegalArgumentException(
          "limit of steps is %s; it must be at least 1".formatted(maxSteps));
    }
  }

  /**
   * Creates a limit of steps alone, whose action is to throw.
   *
   * @param maxSteps the most iterations on one program, at least 1
   * @throws IllegalArgumentException if the limit of steps is less than 1
   */
  public SolveLimits(int maxSteps) {
    this(maxSteps, Hook.NEVER, LimitAction.THROW);
  }

  /**
   * Returns no limits except interruption of the thread.
   *
   * @return limits that no regular solve reaches
   */
  public static SolveLimits none() {
    return new SolveLimits(Integer.MAX_VALUE);
  }

  /**
   * Returns no limits at all: an interruption of the thread does not end the solve either.
   *
   * @return limits for programs whose result is needed in any case
   */
  public static SolveLimits unstoppable() {
    return none().withCancellation(Hook.NOT_EVEN_INTERRUPTED);
  }

  /**
   * Limits far beyond the steps that a regular solve of the program needs.
   *
   * @param program the program to be solved
   * @return a thousand steps plus a hundred for each row
   */
  public static SolveLimits forSizeOf(AllocationProgram program) {
    int rows = 2 * program.jobCount() + program.poolCount();
    return new SolveLimits((int) Math.min(Integer.MAX_VALUE, 1000L + 100L * rows));
  }

  /**
   * Returns a copy with another number of steps.
   *
   * @param steps the most iterations on one program, at least 1
   * @return a copy
   * @throws IllegalArgumentException if the number is less than 1
   */
  public SolveLimits withMaxSteps(int steps) {
    return new SolveLimits(steps, cancelled, onExpiry);
  }

  /**
   * Returns a copy with another cancellation hook.
   *
   * @param hook returns true when the solve is to end; called on the solving thread
   * @return a copy
   */
  public SolveLimits withCancellation(BooleanSupplier hook) {
    return new SolveLimits(maxSteps, hook, onExpiry);
  }

  /**
   * Returns a copy with another action.
   *
   * @param action the action when a limit ends a solve: throw, or return the best feasible point
   * @return a copy
   */
  public SolveLimits withOnExpiry(LimitAction action) {
    return new SolveLimits(maxSteps, cancelled, action);
  }

  /**
   * Returns whether the solve is to end now.
   *
   * @return true if the thread is interrupted or the hook returns true
   */
  public boolean isCancelled() {
    return cancelled != Hook.NOT_EVEN_INTERRUPTED
        && (Thread.currentThread().isInterrupted() || cancelled.getAsBoolean());
  }

  /**
   * Ends the solve if it is cancelled.
   *
   * @throws CancelledSolve if {@link #isCancelled}
   */
  public void check() {
    if (isCancelled()) {
      throw new CancelledSolve();
    }
  }

  /**
   * Ends the solve if it is cancelled, checked only at multiples of 1024. For use in a loop over
   * many indices.
   *
   * @param index the current index of the loop, at least 0
   * @throws CancelledSolve if the index is a multiple of 1024 and {@link #isCancelled}
   */
  public void checkAt(int index) {
    if (index % INTERVAL == 0) {
      check();
    }
  }

  /**
   * Thrown to leave a pass over the jobs when the solve is cancelled. It is caught within the
   * solver layer and has no stack trace. {@link SolveLimits#check} throws it. Immutable.
   */
  public static final class CancelledSolve extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CancelledSolve() {
      super("cancelled", null, false, false);
    }
  }

  /**
   * The action of a solve when its {@linkplain SolveLimits limits} end it before the optimum is
   * proved.
   */
  public enum LimitAction {
    /** It throws {@link io.gavel.policies.SolveStoppedException}. */
    THROW,

    /**
     * It returns the best feasible point and the best proved bound found so far. Every policy
     * returns that point as an allocation that keeps all demands and constraints, and its
     * certificate states the true gap. Programs that decide whether the demands and constraints can
     * be kept are solved to the end; only an interruption of the thread ends them, by a {@link
     * io.gavel.policies.SolveStoppedException}.
     */
    BEST_FEASIBLE
  }
}
