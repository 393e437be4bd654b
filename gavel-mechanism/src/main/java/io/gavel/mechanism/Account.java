package io.gavel.mechanism;

import java.util.List;

/**
 * What a group is owed on a worker type and what it got, since it was first listed there.
 * Immutable.
 *
 * @param jobIds one id, or the two of a pair, in the order of the group
 * @param workerType the type's index {@code j} in the cluster
 * @param owedSeconds the integral of the group's fraction over the time of the rounds so far
 * @param receivedSeconds time of leases that were given because it was owed
 * @param backfilledSeconds time of leases on workers to which nobody who could have run there had a
 *     claim; not set against what is owed
 */
public record Account(
    List<String> jobIds,
    int workerType,
    double owedSeconds,
    double receivedSeconds,
    double backfilledSeconds) {

  /**
   * Copies the list and checks the numbers.
   *
   * @param jobIds one or two
   * @param workerType at least 0
   * @param owedSeconds finite
   * @param receivedSeconds finite
   * @param backfilledSeconds finite
   * @throws IllegalArgumentException if the type is negative or a time not finite
   */
  public Account {
    jobIds = List.copyOf(jobIds);
    Require.type(workerType, "account of " + jobIds);
    Require.finite(owedSeconds, "time owed to " + jobIds);
    Require.finite(receivedSeconds, "time received by " + jobIds);
    Require.finite(backfilledSeconds, "time back-filled by " + jobIds);
  }

  /**
   * How far the group is behind.
   *
   * @return seconds owed and not received; negative if it is ahead
   */
  public double lagSeconds() {
    return owedSeconds - receivedSeconds;
  }
}
