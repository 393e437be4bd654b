package io.gavel.policies.model;

import io.gavel.policies.internal.Require;
import java.util.Optional;

/**
 * The past of a job, for policies that depend on it: sums that the caller keeps, so that policies
 * need no memory. Start with {@link #none}. Immutable.
 *
 * @param workerSeconds service attained: workers held times the seconds for which they were held,
 *     finite and at least 0
 * @param stepsDone steps done so far, finite and at least 0
 * @param contendedSeconds the number of jobs in the cluster, including this one, integrated over
 *     the job's life (job-seconds), finite and at least 0; divided by {@link Job#secondsSinceStart}
 *     it is the average contention
 * @param restarts how often the job started again after losing its workers, at least 0
 * @param workerType the name of the worker type that the job runs on; empty while it waits
 * @param configuration the name of the configuration in which the job runs; empty in its first way
 *     and while it waits
 * @param leaseSecondsLeft the time for which its workers may not be taken, in seconds, finite and
 *     at least 0; 0 while it waits
 */
public record History(
    double workerSeconds,
    double stepsDone,
    double contendedSeconds,
    int restarts,
    Optional<String> workerType,
    Optional<String> configuration,
    double leaseSecondsLeft) {

  private static final History NONE =
      new History(0, 0, 0, 0, Optional.empty(), Optional.empty(), 0);

  /**
   * Checks every component.
   *
   * @param workerSeconds finite and at least 0
   * @param stepsDone finite and at least 0
   * @param contendedSeconds finite and at least 0
   * @param restarts at least 0
   * @param workerType not blank
   * @param configuration not blank; empty without a worker type
   * @param leaseSecondsLeft finite and at least 0; 0 without a worker type
   * @throws IllegalArgumentException naming the value and the allowed values
   */
  public History {
    Require.nonNegative(workerSeconds, "worker-seconds of a history");
    Require.nonNegative(stepsDone, "steps done of a history");
    Require.nonNegative(contendedSeconds, "contended seconds of a history");
    Require.atLeast(0, restarts, "restarts of a history");
    workerType.ifPresent(name -> Require.name(name, "worker type of a history"));
    configuration.ifPresent(name -> Require.name(name, "configuration of a history"));
    if (configuration.isPresent() && workerType.isEmpty()) {
      throw new IllegalArgumentException(
          "a job runs in configuration \"%s\", but on no worker type"
              .formatted(configuration.get()));
    }
    Require.nonNegative(leaseSecondsLeft, "seconds left of a lease");
    if (leaseSecondsLeft > 0 && workerType.isEmpty()) {
      throw new IllegalArgumentException(
          "a lease has %s seconds left, but the job runs on no worker type"
              .formatted(leaseSecondsLeft));
    }
  }

  /**
   * Returns the history of a job that has just arrived.
   *
   * @return zeros, and no worker type
   */
  public static History none() {
    return NONE;
  }

  /**
   * Returns a copy with the given service.
   *
   * @param seconds workers held times the seconds for which they were held
   * @param steps steps done meanwhile
   * @return a copy
   */
  public History withService(double seconds, double steps) {
    return new History(
        seconds, steps, contendedSeconds, restarts, workerType, configuration, leaseSecondsLeft);
  }

  /**
   * Returns a copy with the given contention.
   *
   * @param jobSeconds jobs in the cluster, integrated over the job's life
   * @return a copy
   */
  public History withContendedSeconds(double jobSeconds) {
    return new History(
        workerSeconds,
        stepsDone,
        jobSeconds,
        restarts,
        workerType,
        configuration,
        leaseSecondsLeft);
  }

  /**
   * Returns a copy with the given number of restarts.
   *
   * @param count how often the job started again
   * @return a copy
   */
  public History withRestarts(int count) {
    return new History(
        workerSeconds,
        stepsDone,
        contendedSeconds,
        count,
        workerType,
        configuration,
        leaseSecondsLeft);
  }

  /**
   * Returns a copy for a job that runs in its first way.
   *
   * @param typeName the worker type that it runs on
   * @param secondsLeft the time for which its workers may not be taken, in seconds; 0 if they may
   *     be taken now
   * @return a copy
   */
  public History runningOn(String typeName, double secondsLeft) {
    return running(Optional.of(typeName), Optional.empty(), secondsLeft);
  }

  /**
   * Returns a copy for a job that runs in a configuration, on the same worker type.
   *
   * @param name the name of the configuration
   * @return a copy
   * @throws IllegalArgumentException if the job waits
   */
  public History inConfiguration(String name) {
    return running(workerType, Optional.of(name), leaseSecondsLeft);
  }

  /**
   * Returns a copy with another time for which the job's workers may not be taken.
   *
   * @param seconds 0 if they may be taken now
   * @return a copy
   * @throws IllegalArgumentException if the time is not 0 and the job waits
   */
  public History withLeaseSecondsLeft(double seconds) {
    return running(workerType, configuration, seconds);
  }

  /**
   * Returns a copy for a job that waits.
   *
   * @return a copy without worker type, configuration and lease
   */
  public History waiting() {
    return running(Optional.empty(), Optional.empty(), 0);
  }

  private History running(Optional<String> typeName, Optional<String> name, double secondsLeft) {
    return new History(
        workerSeconds, stepsDone, contendedSeconds, restarts, typeName, name, secondsLeft);
  }
}
