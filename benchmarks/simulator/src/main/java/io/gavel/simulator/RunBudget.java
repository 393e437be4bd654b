package io.gavel.simulator;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.policies.SolveStoppedException;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.TraceJob;
import java.util.Arrays;

/**
 * The limits of a simulation: the number of rounds and the simulated time. Also ends a run whose
 * thread is interrupted. Mutable; not thread-safe.
 */
public final class RunBudget {

  /** The most rounds of a run: two hundred years of rounds of six minutes. */
  public static final long MOST_ROUNDS = 20_000_000;

  /** The last simulated time. Beyond it, times are too coarse for rounds. */
  public static final double MOST_SECONDS = 1e12;

  /** The most rounds that a move may take. */
  private static final long MOST_MOVE_ROUNDS = 10_000;

  private final double roundSeconds;
  private final double untilSeconds;
  private long rounds;

  /**
   * Starts the budget of a run.
   *
   * @param setup the length of rounds, the cost of moves and the end of the run
   * @throws InvalidInputException if one move takes longer than a run may
   */
  public RunBudget(SimulationSetup setup) {
    this.roundSeconds = setup.rounds().roundSeconds();
    this.untilSeconds = setup.conditions().untilSeconds();
    Overhead overhead = setup.rounds().overhead();
    double move = overhead.checkpointSeconds() + overhead.restoreSeconds();
    if (!(move <= MOST_MOVE_ROUNDS * roundSeconds)) {
      throw new InvalidInputException(
          "saving and loading a job take %s s, more than %s rounds of %s s: use longer rounds"
              .formatted(move, MOST_MOVE_ROUNDS, roundSeconds));
    }
  }

  /**
   * Requires that a job can complete within the limits, or run until the end of the run.
   *
   * @param job the job
   * @param alone its throughput on each worker type, in steps per second
   * @throws InvalidInputException if it cannot
   */
  void require(TraceJob job, double[] alone) {
    require(job, alone, roundSeconds, untilSeconds);
  }

  /**
   * Requires that a job can complete within the limits.
   *
   * @param job the job
   * @param alone its throughput on each worker type, in steps per second; if all are 0, it runs in
   *     pairs only, and is not checked
   * @param roundSeconds the length of rounds
   * @throws InvalidInputException if it cannot
   */
  public static void require(TraceJob job, double[] alone, double roundSeconds) {
    require(job, alone, roundSeconds, Double.POSITIVE_INFINITY);
  }

  private static void require(TraceJob job, double[] alone, double round, double until) {
    double fastest = Arrays.stream(alone).max().orElse(0);
    double seconds = Math.min(until, fastest > 0 ? job.totalSteps() / fastest : 0);
    if (!(seconds / round <= MOST_ROUNDS) || !(seconds <= MOST_SECONDS)) {
      throw new InvalidInputException(
          "job %s takes at least %s s on its fastest worker type, in rounds of %s s; a simulation has at most %s rounds and %s s: use longer rounds or fewer steps"
              .formatted(job.id(), seconds, round, MOST_ROUNDS, MOST_SECONDS));
    }
  }

  /**
   * Counts a round, or a step of a simulation without rounds.
   *
   * @param startSeconds when it starts
   * @throws InvalidInputException if a limit is exceeded
   * @throws SolveStoppedException if the thread is interrupted; its status stays set
   */
  public void round(double startSeconds) {
    if (Thread.currentThread().isInterrupted()) {
      throw new SolveStoppedException(
          "the simulation was interrupted at %s s".formatted(startSeconds));
    }
    if (++rounds > MOST_ROUNDS || !(startSeconds <= MOST_SECONDS)) {
      throw new InvalidInputException(
          "the simulation is at %s s after %s rounds of %s s; it has at most %s rounds and %s s: use longer rounds or fewer jobs"
              .formatted(startSeconds, rounds - 1, roundSeconds, MOST_ROUNDS, MOST_SECONDS));
    }
  }
}
