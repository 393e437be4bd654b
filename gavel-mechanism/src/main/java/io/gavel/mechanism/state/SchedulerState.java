package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.model.Cluster;
import java.util.List;
import java.util.Optional;

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
}
