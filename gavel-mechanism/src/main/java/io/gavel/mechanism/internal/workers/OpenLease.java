package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import java.util.List;
import java.util.Optional;

/**
 * The part of a lease that no account has been credited with yet. Its running jobs are kept by
 * their indices in the current allocation; {@link OpenLeaseState} is the same as a value. Mutable.
 */
public final class OpenLease {

  /** The group of a lease whose group the allocation does not list. */
  static final int UNLISTED = -1;

  final long lease;
  public final int workerType;
  public final List<Worker> workers;
  public final int gpuMilli;
  public final double endSeconds;
  final Optional<String> configuration;
  private List<String> jobIds;
  public final double sinceSeconds;
  private double fromSeconds;
  private boolean owed;
  private int group;
  private int first;
  private int last;
  private boolean closed;

  private OpenLease(Lease lease, double sinceSeconds, boolean owed) {
    this.lease = lease.number();
    this.workerType = lease.workerType();
    this.workers = lease.workers();
    this.gpuMilli = lease.gpuMilli();
    this.endSeconds = lease.endSeconds();
    this.configuration = lease.configuration();
    this.jobIds = lease.jobIds();
    this.sinceSeconds = sinceSeconds;
    this.fromSeconds = lease.startSeconds();
    this.owed = owed;
  }

  /** Opens a lease that has just been granted and first began at a time. */
  static OpenLease of(
      Lease lease, double sinceSeconds, int group, boolean owed, GroupIndex groupIndex) {
    OpenLease openLease = new OpenLease(lease, sinceSeconds, owed);
    openLease.group = group;
    openLease.first = groupIndex.first(group);
    openLease.last = groupIndex.last(group);
    return openLease;
  }

  private OpenLease(OpenLeaseState openLeaseState) {
    this.lease = openLeaseState.lease();
    this.workerType = openLeaseState.workerType();
    this.workers = openLeaseState.workers();
    this.gpuMilli = openLeaseState.gpuMilli();
    this.endSeconds = openLeaseState.endSeconds();
    this.configuration = openLeaseState.configuration();
    this.jobIds = openLeaseState.jobIds();
    this.sinceSeconds = openLeaseState.sinceSeconds();
    this.fromSeconds = openLeaseState.fromSeconds();
    this.owed = openLeaseState.owed();
  }

  /** Restores an open lease from a value; the index must list its jobs. */
  static OpenLease of(OpenLeaseState openLeaseState, GroupIndex groupIndex) {
    OpenLease openLease = new OpenLease(openLeaseState);
    openLease.index(groupIndex);
    return openLease;
  }

  /** Takes the indices of another allocation, which must list the jobs. */
  void index(GroupIndex groupIndex) {
    group = groupIndex.indexOf(jobIds, configuration);
    first = groupIndex.jobOf(jobIds.get(0));
    last = groupIndex.jobOf(jobIds.get(jobIds.size() - 1));
  }

  /**
   * Takes the indices of another allocation, faster than {@link #index(GroupIndex)}.
   *
   * @param now by old index of a job, its new index
   */
  void index(GroupIndex groupIndex, int[] now) {
    first = now[first];
    last = now[last];
    boolean alone = first == last && configuration.isEmpty();
    group = alone ? first : groupIndex.indexOf(jobIds, configuration);
  }

  /** Returns the running group, or a negative number if the allocation does not list it. */
  public int group() {
    return group;
  }

  /** Returns a running job. */
  public int first() {
    return first;
  }

  /** Returns the other job of a pair, else the same as {@link #first}. */
  public int last() {
    return last;
  }

  /** Returns whether its time counts as received; otherwise it is back-fill. */
  public boolean owed() {
    return owed;
  }

  boolean isOpen() {
    return !closed;
  }

  void close() {
    closed = true;
  }

  /** Returns the uncredited seconds until the end of the lease. */
  double seconds() {
    return endSeconds - fromSeconds;
  }

  /** Returns the uncredited seconds until a time, at most until the end of the lease. */
  double secondsUntil(double seconds) {
    return Math.max(0, Math.min(seconds, endSeconds) - fromSeconds);
  }

  /** Removes one of two jobs; the other continues alone from now on, as back-fill. */
  void leave(int m, double nowSeconds) {
    jobIds = List.of(jobIds.get(m == first ? 1 : 0));
    first = m == first ? last : first;
    last = first;
    group = first;
    fromSeconds = nowSeconds;
    owed = false;
  }

  public OpenLeaseState toValue() {
    return new OpenLeaseState(
        lease,
        jobIds,
        workerType,
        workers,
        gpuMilli,
        sinceSeconds,
        fromSeconds,
        endSeconds,
        owed,
        configuration);
  }
}
