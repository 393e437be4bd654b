package io.gavel.mechanism;

import java.util.List;

/**
 * The part of a lease that no account has been credited with yet, with the jobs that still run in
 * it by their indices in the current allocation; {@link Running} is its value. Mutable.
 */
final class Part {

  /** In place of a group: the allocation does not list it. */
  static final int UNLISTED = -1;

  final long lease;
  final int workerType;
  final List<Worker> workers;
  final int gpuMilli;
  final double endSeconds;
  private List<String> jobIds;
  private double fromSeconds;
  private boolean owed;
  private int group;
  private int first;
  private int last;
  private boolean closed;

  private Part(Lease lease, boolean owed) {
    this.lease = lease.number();
    this.workerType = lease.workerType();
    this.workers = lease.workers();
    this.gpuMilli = lease.gpuMilli();
    this.endSeconds = lease.endSeconds();
    this.jobIds = lease.jobIds();
    this.fromSeconds = lease.startSeconds();
    this.owed = owed;
  }

  /** A lease that nobody ran in yet. */
  static Part of(Lease lease, int group, boolean owed, Groups groups) {
    Part part = new Part(lease, owed);
    part.group = group;
    part.first = groups.first(group);
    part.last = groups.last(group);
    return part;
  }

  private Part(Running running) {
    this.lease = running.lease();
    this.workerType = running.workerType();
    this.workers = running.workers();
    this.gpuMilli = running.gpuMilli();
    this.endSeconds = running.endSeconds();
    this.jobIds = running.jobIds();
    this.fromSeconds = running.fromSeconds();
    this.owed = running.owed();
  }

  /** What a value says of jobs that these groups list. */
  static Part of(Running running, Groups groups) {
    Part part = new Part(running);
    part.index(groups);
    return part;
  }

  /** Takes the indices from another allocation, which lists the jobs. */
  void index(Groups groups) {
    group = groups.indexOf(jobIds);
    first = groups.jobOf(jobIds.get(0));
    last = groups.jobOf(jobIds.get(jobIds.size() - 1));
  }

  /**
   * As {@link #index(Groups)}.
   *
   * @param now by job that the allocation before listed, its index in the new one
   */
  void index(Groups groups, int[] now) {
    first = now[first];
    last = now[last];
    group = first == last ? first : groups.indexOf(jobIds);
  }

  /** The ids of the jobs that still run, one or two. */
  List<String> jobIds() {
    return jobIds;
  }

  /** The group that runs, or {@link #UNLISTED}. */
  int group() {
    return group;
  }

  /** A job that runs. */
  int first() {
    return first;
  }

  /** The other job of a pair, else the same. */
  int last() {
    return last;
  }

  double fromSeconds() {
    return fromSeconds;
  }

  /** Whether its time counts as received; otherwise it is back-fill. */
  boolean owed() {
    return owed;
  }

  boolean isOpen() {
    return !closed;
  }

  void close() {
    closed = true;
  }

  /** The seconds from when this part begins to when the lease ends. */
  double seconds() {
    return endSeconds - fromSeconds;
  }

  /** The time that ran up to then, never beyond the lease. */
  double secondsUntil(double seconds) {
    return Math.max(0, Math.min(seconds, endSeconds) - fromSeconds);
  }

  /** One of two jobs leaves; the other goes on alone from here, as back-fill. */
  void leave(int m, double nowSeconds) {
    jobIds = List.of(jobIds.get(m == first ? 1 : 0));
    first = m == first ? last : first;
    last = first;
    group = first;
    fromSeconds = nowSeconds;
    owed = false;
  }

  Running toValue() {
    return new Running(lease, jobIds, workerType, workers, gpuMilli, fromSeconds, endSeconds, owed);
  }
}
