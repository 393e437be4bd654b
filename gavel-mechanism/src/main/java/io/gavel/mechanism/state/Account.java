package io.gavel.mechanism.state;

import io.gavel.policies.internal.Require;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The time that a group is owed and has received on a worker type since it was first listed.
 * Immutable.
 *
 * @param jobIds one id, or both ids of a pair, in the order of the group
 * @param workerType the type's index {@code j} in the cluster
 * @param owedSeconds the integral of the group's fraction over the time of the rounds so far
 * @param receivedSeconds time of leases that were granted because time was owed
 * @param backfilledSeconds time of leases on workers that no candidate could use; not charged
 *     against the debt
 * @param revokedSeconds time of leases that was lost with a worker; it no longer counts as received
 * @param missingSeconds time that the allocation promised but rounds could not provide, because
 *     workers were missing, or gangs or limits left no room; it is not owed
 * @param missingByLimit the part of the missing time that no sequence of rounds can give under a
 *     limit that holds at each moment, because jobs are indivisible; by name of the limit
 * @param configuration the name of the job's configuration; empty for its first way and for pairs
 */
public record Account(
    List<String> jobIds,
    int workerType,
    double owedSeconds,
    double receivedSeconds,
    double backfilledSeconds,
    double revokedSeconds,
    double missingSeconds,
    Map<String, Double> missingByLimit,
    Optional<String> configuration) {

  /**
   * Creates an account of jobs in their first way, without limits.
   *
   * @param jobIds one or two
   * @param workerType at least 0
   * @param owedSeconds finite
   * @param receivedSeconds finite
   * @param backfilledSeconds finite
   * @param revokedSeconds finite
   * @param missingSeconds finite
   */
  public Account(
      List<String> jobIds,
      int workerType,
      double owedSeconds,
      double receivedSeconds,
      double backfilledSeconds,
      double revokedSeconds,
      double missingSeconds) {
    this(
        jobIds,
        workerType,
        owedSeconds,
        receivedSeconds,
        backfilledSeconds,
        revokedSeconds,
        missingSeconds,
        Map.of(),
        Optional.empty());
  }

  /**
   * Creates an account without revoked and missing time.
   *
   * @param jobIds one or two
   * @param workerType at least 0
   * @param owedSeconds finite
   * @param receivedSeconds finite
   * @param backfilledSeconds finite
   */
  public Account(
      List<String> jobIds,
      int workerType,
      double owedSeconds,
      double receivedSeconds,
      double backfilledSeconds) {
    this(jobIds, workerType, owedSeconds, receivedSeconds, backfilledSeconds, 0, 0);
  }

  /**
   * Copies the list and checks the numbers.
   *
   * @param jobIds one or two
   * @param workerType at least 0
   * @param owedSeconds finite
   * @param receivedSeconds finite
   * @param backfilledSeconds finite
   * @param revokedSeconds finite
   * @param missingSeconds finite
   * @param missingByLimit finite; copied in the order of the names
   * @param configuration the name of the job's configuration
   * @throws IllegalArgumentException if the type is negative or a time is not finite
   */
  public Account {
    jobIds = List.copyOf(jobIds);
    Require.atLeast(0, workerType, "worker type of account of", jobIds);
    Require.finite(owedSeconds, "time owed to", jobIds);
    Require.finite(receivedSeconds, "time received by", jobIds);
    Require.finite(backfilledSeconds, "time back-filled by", jobIds);
    Require.finite(revokedSeconds, "time revoked from", jobIds);
    Require.finite(missingSeconds, "time missing for", jobIds);
    missingByLimit = Collections.unmodifiableSortedMap(new TreeMap<>(missingByLimit));
    for (double seconds : missingByLimit.values()) {
      Require.finite(seconds, "time missing under a limit for", jobIds);
    }
  }

  /**
   * Returns the lag of the group.
   *
   * @return seconds owed less seconds received; negative if the group is ahead
   */
  public double lagSeconds() {
    return owedSeconds - receivedSeconds;
  }
}
