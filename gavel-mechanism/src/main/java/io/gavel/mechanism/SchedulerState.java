package io.gavel.mechanism;

import io.gavel.policies.Allocation;
import io.gavel.policies.Cluster;
import java.util.List;
import java.util.Optional;

/**
 * The whole memory of a {@link RoundScheduler}, as a value that its owner may store and give back.
 * Immutable.
 *
 * @param cluster the worker types
 * @param options length of a round and method
 * @param nowSeconds the time of the last event or plan; negative infinity before the first
 * @param countedUntilSeconds up to when the accounts include what is owed
 * @param rounds how many rounds were planned
 * @param allocation by which time is owed; empty before the first
 * @param doneJobIds jobs that are done but that the allocation still lists, in its order
 * @param accounts those that are not all zero, in the order of groups and types
 * @param running what runs now, in the order of the leases
 * @param lastPlan the round planned last; empty before the first
 * @param original what {@link Method#ORIGINAL} remembers; empty with other methods
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
    List<Running> running,
    Optional<RoundPlan> lastPlan,
    Optional<OriginalState> original) {

  /**
   * Copies the lists. That accounts and done jobs are those of the allocation is checked by {@link
   * RoundScheduler#restore}.
   *
   * @param cluster the worker types
   * @param options length of a round and method
   * @param nowSeconds not NaN
   * @param countedUntilSeconds not NaN
   * @param rounds at least 0
   * @param allocation by which time is owed
   * @param doneJobIds jobs of the allocation that are done
   * @param accounts time owed and received
   * @param running what runs now
   * @param lastPlan the round planned last
   * @param original what only one method remembers
   * @throws IllegalArgumentException if a time is NaN or the number of rounds negative
   */
  public SchedulerState {
    doneJobIds = List.copyOf(doneJobIds);
    accounts = List.copyOf(accounts);
    running = List.copyOf(running);
    if (Double.isNaN(nowSeconds) || Double.isNaN(countedUntilSeconds) || rounds < 0) {
      throw new IllegalArgumentException(
          "state is at %s seconds, counted until %s, after %d rounds; times must be numbers, rounds at least 0"
              .formatted(nowSeconds, countedUntilSeconds, rounds));
    }
  }

  /**
   * What rounds of whole gangs did not deliver: the accounts that are further behind than any
   * allocation of one-worker jobs ever was (see {@link RoundScheduler}). From there on, groups lose
   * in proportion to what they are owed.
   *
   * @return those at least 8 rounds behind; empty with other methods than {@link Method#FAIR}
   */
  public List<Account> shortfalls() {
    double least = Priority.BEHIND_ROUNDS * options.roundSeconds();
    return accounts.stream().filter(account -> account.lagSeconds() >= least).toList();
  }
}
