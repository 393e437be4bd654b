package io.gavel.mechanism.internal.ledger;

import io.gavel.mechanism.internal.limit.MomentLimits;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.JobRecord;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import org.jspecify.annotations.Nullable;

/**
 * The state that lasts as long as one allocation: the ledger of time owed and received, and the log
 * of each job. Mutable.
 */
public final class AllocationEpoch {

  public final Ledger ledger;
  public final JobLog log;
  public final BackfillOrder backfillOrder;

  /**
   * Creates an epoch with empty accounts.
   *
   * @param groupIndex the index of the allocation's groups
   * @param limits the limits of the allocation's problem
   */
  public AllocationEpoch(Allocation allocation, GroupIndex groupIndex, MomentLimits limits) {
    this.ledger = new Ledger(allocation, groupIndex, limits);
    this.log = new JobLog(allocation.problem().jobCount());
    this.backfillOrder = new BackfillOrder(allocation.problem());
  }

  /** Returns a copy of an allocation, whose class may be the caller's own and mutable. */
  public static Allocation copyOf(Allocation allocation) {
    return Allocation.of(allocation.problem(), allocation.fractions(), allocation.certificate());
  }

  /**
   * Re-indexes an allocation for a new problem, whose new jobs start at zero.
   *
   * @param old the previous allocation; null if there was none
   * @param before by group, its index in the old allocation, or -1
   */
  public static Allocation carriedOver(
      @Nullable Allocation old, AllocationProblem problem, int[] before) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[Math.multiplyExact(problem.groupCount(), types)];
    for (int g = 0; old != null && g < before.length; g++) {
      for (int j = 0; before[g] >= 0 && j < types; j++) {
        fractions[g * types + j] = old.fraction(before[g], j);
      }
    }
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  /**
   * Takes over the accounts and the log of the jobs that are still listed.
   *
   * @param before by group, its index in the old epoch, or -1
   */
  public void carryOver(AllocationEpoch old, int[] before) {
    ledger.carryOver(old.ledger, before);
    for (int m = 0; m < ledger.groups().jobCount(); m++) {
      if (before[m] >= 0) {
        log.put(m, old.log.peek(before[m]));
        if (old.ledger.isDone(before[m])) {
          ledger.markDone(m);
        }
      }
    }
  }

  /** Writes off debt that rounds could not pay under earlier allocations. */
  public void writeOff(double roundSeconds) {
    ledger.writeOff(roundSeconds);
  }

  /**
   * Returns the index of a job; -1 if the allocation does not list it or there is no allocation.
   */
  public static int jobOf(@Nullable AllocationEpoch allocationEpoch, String id) {
    return allocationEpoch == null ? -1 : allocationEpoch.ledger.groups().jobOf(id);
  }

  public JobLog.Entry entry(int m) {
    JobLog.Entry known = log.peek(m);
    return known != null ? known : log.open(m, ledger.allocation().problem().job(m).id());
  }

  private static AllocationEpoch open(Allocation allocation, RoundOptions options) {
    MomentLimits limits = MomentLimits.of(allocation.problem(), options);
    return new AllocationEpoch(copyOf(allocation), new GroupIndex(allocation.problem()), limits);
  }

  /** Restores the epoch of a state, and checks it: a state may have been built by hand. */
  static @Nullable public AllocationEpoch restore(SchedulerState state) {
    AllocationEpoch allocationEpoch =
        state.allocation().map(allocation -> open(allocation, state.options())).orElse(null);
    int types = state.cluster().typeCount();
    for (Account account : state.accounts()) {
      boolean listed =
          allocationEpoch != null
              && allocationEpoch.ledger.groups().indexOf(account.jobIds(), account.configuration())
                  >= 0;
      require(listed && account.workerType() < types, account, "group or type");
    }
    for (OpenLeaseState open : state.running()) {
      boolean listed = open.jobIds().stream().allMatch(id -> jobOf(allocationEpoch, id) >= 0);
      require(listed && open.workerType() < types, open, "jobs or type");
    }
    for (String id : state.doneJobIds()) {
      require(jobOf(allocationEpoch, id) >= 0, "done job \"" + id + "\"", "job");
    }
    for (JobRecord job : state.jobs()) {
      require(jobOf(allocationEpoch, job.jobId()) >= 0, job, "job");
    }
    if (allocationEpoch != null) {
      allocationEpoch.ledger.carryOver(state.accounts());
      GroupIndex groupIndex = allocationEpoch.ledger.groups();
      state.doneJobIds().forEach(id -> allocationEpoch.ledger.markDone(groupIndex.jobOf(id)));
      for (JobRecord job : state.jobs()) {
        allocationEpoch.log.put(groupIndex.jobOf(job.jobId()), new JobLog.Entry(job));
      }
    }
    return allocationEpoch;
  }

  private static void require(boolean listed, Object what, String missing) {
    if (!listed) {
      throw new IllegalArgumentException(
          "state has %s, but its allocation lists no such %s".formatted(what, missing));
    }
  }
}
