package io.gavel.cli.options;

import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import org.jspecify.annotations.Nullable;

/** Gives up simulations that take too long. Immutable. */
public final class Timeout {

  /** Reports that a simulation took too long. */
  public static final class Expired extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final long nanos;

  private Timeout(long nanos) {
    this.nanos = nanos;
  }

  /** Returns a timeout; without minutes there is none. */
  public static Timeout ofMinutes(@Nullable Double minutes) {
    if (minutes == null) {
      return new Timeout(Long.MAX_VALUE);
    }
    if (!(minutes > 0) || minutes > 1e6) {
      throw new InvalidInputException(
          "--timeout is %s; it must be greater than 0 and at most 1000000 minutes"
              .formatted(minutes));
    }
    return new Timeout((long) (minutes * 60e9));
  }

  /**
   * Returns what watches a simulation that starts now; it throws {@link Expired} between rounds.
   */
  public SimulationObserver start() {
    long start = System.nanoTime();
    return new SimulationObserver() {
      @Override
      public void finishedRound(double endSeconds, int completedJobs) {
        if (System.nanoTime() - start > nanos) {
          throw new Expired();
        }
      }
    };
  }
}
