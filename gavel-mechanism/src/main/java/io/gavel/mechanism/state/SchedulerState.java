package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The complete state of a scheduler of rounds, as a value that can be stored and restored.
 * Immutable.
 *
 * @param cluster the worker types
 * @param options the length of a round, the limit of failures, and the overhead
 * @param nowSeconds the time of the last event or plan; negative infinity before the first
 * @param countedUntilSeconds the time up to which the accounts include owed time
 * @param rounds the number of rounds planned
 * @param allocation the allocation by which time is owed; empty before the first
 * @param doneJobIds jobs that are done but that the allocation still lists, in its order
 * @param accounts the accounts that are not all zero, in the order of groups and types
 * @param running the open leases, in the order of the leases
 * @param lastPlan the last plan; empty before the first
 * @param nextLease the number of the next lease that is not an extension
 * @param totals how the time of all leases was used
 * @param jobs the records of jobs that ever had a lease or an overhead of their own, in the order
 *     of the allocation
 * @param workers the workers that are not {@link Availability#UP}, by pool and index
 */
public record SchedulerState(
    Cluster cluster,
    RoundOptions options,
    double nowSeconds,
    double countedUntilSeconds,
    long rounds,
    Optional<Allocation> allocation,
    List<String> doneJobIds,
    List<Account> accounts,
    List<OpenLeaseState> running,
    Optional<RoundPlan> lastPlan,
    long nextLease,
    LeaseTotals totals,
    List<JobRecord> jobs,
    List<WorkerStatus> workers) {

  /** The lag from which an account is a shortfall, in rounds. */
  public static final double SHORTFALL_ROUNDS = 8;

  /**
   * Copies the lists. Whether the allocation lists the jobs of the accounts, leases and records is
   * checked when a scheduler is restored.
   *
   * @param cluster the worker types
   * @param options the length of a round, the limit of failures, and the overhead
   * @param nowSeconds not NaN
   * @param countedUntilSeconds not NaN
   * @param rounds at least 0
   * @param allocation the allocation by which time is owed
   * @param doneJobIds jobs of the allocation that are done
   * @param accounts time owed and received
   * @param running the open leases
   * @param lastPlan the last plan
   * @param nextLease at least 0
   * @param totals how the time of all leases was used
   * @param jobs the records of jobs
   * @param workers the workers that are not up
   * @throws IllegalArgumentException if a time is NaN, or a number of rounds or leases is negative
   */
  public SchedulerState {
    doneJobIds = List.copyOf(doneJobIds);
    accounts = List.copyOf(accounts);
    running = List.copyOf(running);
    jobs = List.copyOf(jobs);
    workers = List.copyOf(workers);
    if (Double.isNaN(nowSeconds)
        || Double.isNaN(countedUntilSeconds)
        || rounds < 0
        || nextLease < 0) {
      throw new IllegalArgumentException(
          ("state is at %s seconds, counted until %s, after %s rounds, next lease %s; times must"
                  + " not be NaN, rounds and leases must be at least 0")
              .formatted(nowSeconds, countedUntilSeconds, rounds, nextLease));
    }
  }

  /**
   * Returns the accounts whose promised time could not be delivered. Either rounds cannot realise
   * the allocation, and groups lose in proportion to their debt, or time was lost to missing
   * workers ({@link Account#missingSeconds}).
   *
   * @return accounts at least {@value #SHORTFALL_ROUNDS} rounds behind, or with missing time
   */
  public List<Account> shortfalls() {
    double least = SHORTFALL_ROUNDS * options.roundSeconds();
    return accounts.stream()
        .filter(account -> account.lagSeconds() >= least || account.missingSeconds() > 0)
        .toList();
  }

  /**
   * Returns the jobs that were given up because they reached the limit of failures.
   *
   * @return the ids of the jobs that the allocation still lists, in its order
   */
  public List<String> givenUpJobIds() {
    return jobs.stream()
        .filter(job -> job.failures() >= options.maxFailures())
        .map(JobRecord::jobId)
        .toList();
  }

  /**
   * A worker and its availability. Immutable.
   *
   * @param worker a worker of the cluster
   * @param availability whether it can be used
   */
  public record WorkerStatus(Worker worker, Availability availability) {}

  /**
   * An open lease: the part of a lease that no account has been credited with yet. Immutable.
   *
   * @param lease the number of the lease
   * @param jobIds the jobs that are still running, one or two
   * @param workerType the type's index {@code j} in the cluster
   * @param workers the workers that the lease holds
   * @param gpuMilli thousandths of each worker
   * @param sinceSeconds when the lease first began, before its extensions
   * @param fromSeconds the time up to which the lease has been credited
   * @param endSeconds the end of the lease
   * @param owed whether the time counts as received; otherwise it is back-fill
   * @param configuration the name of the job's configuration; empty for its first way and for pairs
   */
  public record OpenLeaseState(
      long lease,
      List<String> jobIds,
      int workerType,
      List<Worker> workers,
      int gpuMilli,
      double sinceSeconds,
      double fromSeconds,
      double endSeconds,
      boolean owed,
      Optional<String> configuration) {

    /**
     * Copies the lists and checks the numbers.
     *
     * @param lease the number of the lease
     * @param jobIds one or two
     * @param workerType at least 0
     * @param workers the workers that the lease holds, at least one
     * @param gpuMilli thousandths of each worker
     * @param sinceSeconds finite
     * @param fromSeconds finite
     * @param endSeconds finite and at least {@code fromSeconds}
     * @param owed whether the time counts as received
     * @param configuration the name of the job's configuration
     * @throws IllegalArgumentException if the type is negative, there is no worker, a time is not
     *     finite, or the end is before the start
     */
    public OpenLeaseState {
      jobIds = List.copyOf(jobIds);
      workers = List.copyOf(workers);
      Require.atLeast(0, workerType, "worker type of the open lease of", jobIds);
      Require.atLeast(1, workers.size(), "number of workers of the open lease of", jobIds);
      Require.finite(sinceSeconds, "first start of the open lease of", jobIds);
      Require.finite(fromSeconds, "start of the open lease of", jobIds);
      Require.finite(endSeconds, "end of the open lease of", jobIds);
      if (endSeconds < fromSeconds) {
        throw new IllegalArgumentException(
            "open lease of %s is from %s to %s seconds; it must not end before its start"
                .formatted(jobIds, fromSeconds, endSeconds));
      }
    }
  }

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

  /**
   * The history of a job in addition to its accounts: progress, failures and interruptions.
   * Immutable.
   *
   * @param jobId the job
   * @param lease the number of its latest lease; -1 before the first
   * @param steps the most steps reported under that lease; 0 before a report
   * @param savedUntilSeconds the time up to which its work is saved, as reported under that lease;
   *     negative infinity before such a report
   * @param bestSteps the most steps ever reported; -1 before a report
   * @param failures consecutive failures without progress
   * @param interrupted whether it failed or lost a worker and has not run since
   * @param moves how often it continued on other workers or with another job
   * @param preemptions how often it was paused
   * @param restarts how often it restarted after it failed or lost a worker
   * @param lostSeconds seconds of its leases in which it made no progress for these reasons
   * @param overhead the overhead of the job; empty if no event set it
   */
  public record JobRecord(
      String jobId,
      long lease,
      double steps,
      double savedUntilSeconds,
      double bestSteps,
      int failures,
      boolean interrupted,
      long moves,
      long preemptions,
      long restarts,
      double lostSeconds,
      Optional<Overhead> overhead) {

    /**
     * Checks the numbers.
     *
     * @param jobId the job
     * @param lease at least -1
     * @param steps finite and at least 0
     * @param savedUntilSeconds not NaN
     * @param bestSteps at least -1
     * @param failures at least 0
     * @param interrupted whether it failed or lost a worker
     * @param moves at least 0
     * @param preemptions at least 0
     * @param restarts at least 0
     * @param lostSeconds finite and at least 0
     * @param overhead the overhead of the job
     * @throws IllegalArgumentException if a number is out of range
     */
    public JobRecord {
      Require.duration(lostSeconds, "time lost by job", jobId);
      boolean counts = lease >= -1 && failures >= 0 && moves >= 0 && preemptions >= 0;
      boolean numbers = steps >= 0 && bestSteps >= -1 && !Double.isNaN(savedUntilSeconds);
      if (!counts || !numbers || restarts < 0) {
        throw new IllegalArgumentException(
            ("record of job \"%s\": lease %s, steps %s, best %s, saved until %s, failures %s, moves"
                    + " %s, preemptions %s, restarts %s; counts must be at least 0, the first lease"
                    + " and best -1")
                .formatted(
                    jobId,
                    lease,
                    steps,
                    bestSteps,
                    savedUntilSeconds,
                    failures,
                    moves,
                    preemptions,
                    restarts));
      }
    }
  }

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
   * @param revokedSeconds time of leases that was lost with a worker; it no longer counts as
   *     received
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
}
