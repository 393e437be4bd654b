package io.gavel.mechanism.state;

import io.gavel.policies.internal.Require;

/**
 * How all lease time issued so far was used, including leases of departed jobs. In seconds of
 * leases: a lease counts once, regardless of its number of workers. Immutable.
 *
 * <p>{@code issued = received + backfilled + revoked + unused + open}, except for rounding.
 *
 * @param issuedSeconds time from start to end of every lease; an extension is a lease
 * @param receivedSeconds time that ran because it was owed
 * @param backfilledSeconds time that ran on workers that would have been idle
 * @param revokedSeconds time that ran and was lost with a worker
 * @param unusedSeconds time that did not run because the lease ended early
 * @param openSeconds time of leases that are still running, from where they were last counted to
 *     the end
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
   * Returns the totals before the first lease.
   *
   * @return zeros
   */
  public static LeaseTotals none() {
    return new LeaseTotals(0, 0, 0, 0, 0, 0);
  }
}
