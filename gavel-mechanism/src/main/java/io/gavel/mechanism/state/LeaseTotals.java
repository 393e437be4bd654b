package io.gavel.mechanism.state;

import io.gavel.policies.internal.Require;

/**
 * What became of the time of all leases ever issued, those of jobs that are gone included. In
 * seconds of leases; a lease counts once, however many workers it holds. Immutable.
 *
 * <p>{@code issued = received + backfilled + revoked + unused + open}, but for rounding.
 *
 * @param issuedSeconds from start to end of every lease; an extension is a lease
 * @param receivedSeconds ran because it was owed
 * @param backfilledSeconds ran on workers that would have been idle
 * @param revokedSeconds ran and was lost with a worker
 * @param unusedSeconds did not run, for the lease ended early
 * @param openSeconds of leases that are still running, from where they were last counted to the end
 */
public record LeaseTotals(
    double issuedSeconds,
    double receivedSeconds,
    double backfilledSeconds,
    double revokedSeconds,
    double unusedSeconds,
    double openSeconds) {

  /**
   * Checks the numbers.
   *
   * @param issuedSeconds finite and at least 0
   * @param receivedSeconds finite and at least 0
   * @param backfilledSeconds finite and at least 0
   * @param revokedSeconds finite and at least 0
   * @param unusedSeconds finite and at least 0
   * @param openSeconds finite and at least 0
   * @throws IllegalArgumentException if one is out of range
   */
  public LeaseTotals {
    Require.duration(issuedSeconds, "time issued");
    Require.duration(receivedSeconds, "time received");
    Require.duration(backfilledSeconds, "time back-filled");
    Require.duration(revokedSeconds, "time revoked");
    Require.duration(unusedSeconds, "time unused");
    Require.duration(openSeconds, "open time");
  }

  /**
   * Before the first lease.
   *
   * @return zeros
   */
  public static LeaseTotals none() {
    return new LeaseTotals(0, 0, 0, 0, 0, 0);
  }
}
