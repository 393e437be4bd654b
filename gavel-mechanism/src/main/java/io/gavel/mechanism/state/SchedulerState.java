package io.gavel.mechanism.state;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.model.Cluster;
import java.util.List;
import java.util.Optional;

/**
 * The whole memory of a {@link RoundScheduler}, as a value that its owner may store and give back.
 * Immutable.
 *
 * @param cluster the worker types
 * @param options length of a round, failures and overhead
 * @param nowSeconds the time of the last event or plan; negative infinity before the first
 * @param countedUntilSeconds up to when the accounts include what is owed
 * @param rounds how many rounds were planned
 * @param allocation by which time is owed; empty before the first
 * @param doneJobIds jobs that are done but that the allocation still lists, in its order
 * @param accounts those that are not all zero, in the order of groups and types
 * @param running what runs now, in the order of the leases
 * @param lastPlan the round planned last; empty before the first
 * @param nextLease the number of the next lease that is no extension
 * @param totals how the time of all leases was used
 * @param jobs what is remembered of jobs that ever had a lease or were heard of, in the order of
 *     the allocation
 * @param workers those that are not {@link Availability#UP}, by pool and index
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

  /** The lag from which on an account is a shortfall, in rounds. */
  public static final double SHORTFALL_ROUNDS = 8;

  /**
   * Copies the lists. That accounts and done jobs are those of the allocation is checked by {@link
   * RoundScheduler#restore}.
   *
   * @param cluster the worker types
   * @param options length of a round, failures and overhead
   * @param nowSeconds not NaN
   * @param countedUntilSeconds not NaN
   * @param rounds at least 0
   * @param allocation by which time is owed
   * @param doneJobIds jobs of the allocation that are done
   * @param accounts time owed and received
   * @param running what runs now
   * @param lastPlan the round planned last
   * @param nextLease at least 0
   * @param totals how the time of all leases was used
   * @param jobs what is remembered of jobs
   * @param workers those that are not up
   * @throws IllegalArgumentException if a time is NaN or the number of rounds negative
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
          "state is at %s seconds, counted until %s, after %d rounds, next lease %d; times must be numbers, rounds and leases at least 0"
              .formatted(nowSeconds, countedUntilSeconds, rounds, nextLease));
    }
  }

  /**
   * What was promised and not delivered: accounts that are further behind than any allocation of
   * one-worker jobs ever was, because rounds of whole gangs cannot realise it (see {@link
   * RoundScheduler}; from there on, groups lose in proportion to what they are owed), and accounts
   * of which workers that are missing took a share ({@link Account#missingSeconds}).
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
   * The jobs that failed as often as is allowed, and so are done.
   *
   * @return those that the allocation still lists, in its order
   */
  public List<String> givenUpJobIds() {
    return jobs.stream()
        .filter(job -> job.failures() >= options.maxFailures())
        .map(JobRecord::jobId)
        .toList();
  }
}
