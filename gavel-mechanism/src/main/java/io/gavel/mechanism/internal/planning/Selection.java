package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.internal.ledger.Candidates;
import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.internal.ledger.Priority;
import io.gavel.mechanism.internal.limit.LimitRoom;
import io.gavel.mechanism.internal.workers.OpenLease;
import io.gavel.mechanism.internal.workers.RoundSelection;
import io.gavel.mechanism.internal.workers.ShareAffinity;
import io.gavel.mechanism.internal.workers.SharePacking;
import io.gavel.mechanism.internal.workers.SharePacking.Shared;
import io.gavel.mechanism.internal.workers.Workers;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the groups of one round and their types by Gavel's Algorithm 1, §5. A group is taken if
 * none of its jobs is taken and its complete gang fits into the remaining capacity of the pool, or
 * its share fits on a worker. Mutable.
 */
final class Selection implements RoundSelection {

  static final int NONE = -1;

  private final GroupIndex groupIndex;
  private final int[] poolOf; // by type
  private final int[] left; // by pool: workers not held by groups of whole workers
  private final SharePacking[] shared; // by pool
  private final boolean[] taken; // by job
  private final int[] typeOf; // by group
  private final boolean[] owed; // by group
  private final boolean[] fixed; // by group: may not be moved
  private final boolean[] pinned; // by pool: a share on it may not be moved
  private final int[] kept; // by pool: whole workers that leases keep for now
  private final int[] reservedFor; // by pool: a group far behind that waits for kept workers
  private final LimitRoom limits;

  /** Whether a group on a type may lose its workers at the end of the round. */
  @FunctionalInterface
  interface Yields {
    boolean byTheEnd(int g, int j);
  }

  private final Yields yields;

  /**
   * Creates an empty selection.
   *
   * @param before by job, its lease until now; a share returns to its worker if possible
   * @param limits the room under limits without a lease
   * @param yields the groups that may run on reserved workers
   */
  Selection(
      GroupIndex groupIndex,
      Workers workers,
      @Nullable OpenLease[] before,
      LimitRoom limits,
      Yields yields) {
    this.groupIndex = groupIndex;
    this.limits = limits;
    this.yields = yields;
    Cluster cluster = workers.cluster();
    this.poolOf = IntStream.range(0, cluster.typeCount()).map(cluster::poolOf).toArray();
    this.left = IntStream.range(0, cluster.poolCount()).map(workers::assignable).toArray();
    ShareAffinity affinity = new ShareAffinity(groupIndex, workers, before);
    this.shared =
        IntStream.range(0, left.length)
            .mapToObj(k -> new SharePacking(groupIndex, affinity.workers(k)))
            .toArray(SharePacking[]::new);
    this.taken = new boolean[groupIndex.jobCount()];
    this.typeOf = new int[groupIndex.count()];
    Arrays.fill(typeOf, NONE);
    this.owed = new boolean[groupIndex.count()];
    this.fixed = new boolean[groupIndex.count()];
    this.pinned = new boolean[left.length];
    this.kept = new int[left.length];
    this.reservedFor = new int[left.length];
    Arrays.fill(reservedFor, NONE);
  }

  /**
   * Takes candidates in order while there is room; shares may be moved to make room. The workers
   * that a gang far behind waits for are reserved.
   */
  void takeOwed(Candidates candidates) {
    for (int c = 0; c < candidates.count() && !isFull(); c++) {
      int g = candidates.group(c);
      int j = candidates.type(c);
      owed[g] |= take(g, j, true, true);
      if (candidates.weight(c) >= Priority.FAR_BEHIND
          && !isTaken(g)
          && !groupIndex.isShare(g)
          && limits.fits(g, j, true)) {
        reserve(g, j);
      }
    }
  }

  /** Reserves the pools of a gang that has room once leases no longer keep their workers. */
  private void reserve(int g, int j) {
    for (int k = 0; k < left.length; k++) {
      int gang = groupIndex.gang(g, j, k);
      boolean waits = gang > workersLeft(k) && gang <= workersLeft(k) + kept[k];
      reservedFor[k] = waits && reservedFor[k] == NONE ? g : reservedFor[k];
    }
  }

  /** Returns whether a group delays no gang for which pools are reserved. */
  private boolean mayHold(int g, int j) {
    boolean delays = delays(g, poolOf[j]);
    for (int k = 0; k < left.length && groupIndex.isCoGang(g); k++) {
      delays |= groupIndex.gang(g, j, k) > 0 && delays(g, k);
    }
    return !delays || yields.byTheEnd(g, j);
  }

  private boolean delays(int g, int k) {
    return reservedFor[k] != NONE && reservedFor[k] != g;
  }

  /**
   * Takes a group that keeps its workers, if there is room.
   *
   * @param counts whether its time counts as received
   */
  void takeFixed(int g, int j, boolean counts) {
    if (take(g, j, counts, false)) {
      owed[g] = counts;
      fixed[g] = true;
      for (int k = 0; k < left.length && !groupIndex.isShare(g); k++) {
        kept[k] += groupIndex.gang(g, j, k);
      }
      pinned[poolOf[j]] |= groupIndex.isShare(g);
    }
  }

  /** Returns whether a group keeps its workers. */
  boolean isFixed(int g) {
    return fixed[g];
  }

  /**
   * Leaves a running lease as it is: its jobs and workers are not available, and no new lease is
   * granted for it.
   *
   * @param open the lease
   * @param workers tells which of its workers could be assigned otherwise
   */
  void leaveRunning(OpenLease open, Workers workers) {
    taken[open.first()] = true;
    taken[open.last()] = true;
    int k = poolOf[open.workerType];
    double held = (double) open.workers.size() * open.gpuMilli / Job.WHOLE_WORKER;
    limits.takeRunning(open.group(), open.first(), open.last(), open.workerType, open.owed(), held);
    if (open.gpuMilli == Job.WHOLE_WORKER) {
      for (Worker worker : open.workers) {
        left[worker.pool()] -= workers.isAssignable(worker) ? 1 : 0;
        kept[worker.pool()] += workers.isAssignable(worker) ? 1 : 0;
      }
    } else if (workers.areAssignable(open.workers)) {
      pinned[k] = true;
      shared[k].occupy(open.workers.get(0).index(), open.gpuMilli);
    }
  }

  /** Takes a group as back-fill if that is possible without moving other groups. */
  void backfill(int g, int j) {
    take(g, j, false, false);
  }

  private boolean take(int g, int j, boolean counts, boolean moving) {
    int first = groupIndex.first(g);
    int last = groupIndex.last(g);
    if (taken[first]
        || taken[last]
        || !mayHold(g, j)
        || !limits.fits(g, j, counts)
        || !(hold(g, j) || (moving && holdByMoving(g, j)))) {
      return false;
    }
    limits.take(g, j, counts);
    taken[first] = true;
    taken[last] = true;
    typeOf[g] = j;
    return true;
  }

  /** Takes the workers of a group from each pool, or from none. */
  private boolean hold(int g, int j) {
    int own = poolOf[j];
    if (groupIndex.isShare(g)) {
      return shared[own].put(g, left[own]);
    }
    if (!hasRoomOn(g, j)) {
      return false;
    }
    if (groupIndex.isCoGang(g)) {
      Arrays.setAll(left, k -> left[k] - groupIndex.gang(g, j, k));
    } else {
      left[own] -= groupIndex.scaleFactor(g);
    }
    return true;
  }

  private boolean holdByMoving(int g, int j) {
    int k = poolOf[j];
    if (pinned[k]) {
      return false;
    }
    return groupIndex.isShare(g)
        ? shared[k].putByMoving(g, left[k])
        : shared[k].squeezeInto(left[k] - groupIndex.gang(g, j, k)) && hold(g, j);
  }

  /**
   * Moves single jobs of one size, each to a type or to {@link #NONE}. At most one job leaves and
   * one enters each pool, which then has room for it.
   *
   * @return the position of a mover for which limits leave no room, and then nothing has changed;
   *     {@link #NONE} if all have moved
   */
  int rotate(List<Integer> movers, List<Integer> toTypes) {
    movers.forEach(g -> giveLimits(g, typeOf[g]));
    for (int i = 0; i < movers.size(); i++) {
      int j = toTypes.get(i);
      if (j != NONE && !(mayHold(movers.get(i), j) && limits.fits(movers.get(i), j, true))) {
        for (int moved = 0; moved < i; moved++) {
          giveLimits(movers.get(moved), toTypes.get(moved));
        }
        movers.forEach(g -> takeLimits(g, typeOf[g]));
        return i;
      }
      takeLimits(movers.get(i), j);
    }
    move(movers, toTypes);
    return NONE;
  }

  private void giveLimits(int g, int j) {
    if (j != NONE) {
      limits.give(g, j, true);
    }
  }

  private void takeLimits(int g, int j) {
    if (j != NONE) {
      limits.take(g, j, true);
    }
  }

  private void move(List<Integer> movers, List<Integer> toTypes) {
    Map<Integer, Shared> vacated = new HashMap<>(); // by pool
    for (int g : movers) {
      if (typeOf[g] != NONE) {
        int k = poolOf[typeOf[g]];
        if (groupIndex.isShare(g)) {
          vacated.put(k, shared[k].leave(g));
        } else {
          left[k] += groupIndex.scaleFactor(g);
          shared[k].forgetFailures();
        }
      }
    }
    for (int i = 0; i < movers.size(); i++) {
      enter(movers.get(i), toTypes.get(i), vacated);
    }
    vacated.forEach((k, worker) -> shared[k].close(worker));
  }

  private void enter(int g, int toType, Map<Integer, Shared> vacated) {
    typeOf[g] = toType;
    taken[g] = toType != NONE;
    owed[g] = toType != NONE;
    if (toType != NONE) {
      int k = poolOf[toType];
      Shared worker = vacated.remove(k);
      if (worker != null) {
        shared[k].enter(g, worker);
      } else if (!hold(g, toType)) {
        throw new IllegalStateException("pool %s has no room for group %s".formatted(k, g));
      }
    }
  }

  /**
   * Returns whether a group has room on a type as back-fill, on workers and under limits, without
   * moving other groups.
   */
  boolean hasRoomToBackfill(int g, int j) {
    return hasRoomOn(g, j) && mayHold(g, j) && limits.fits(g, j, false);
  }

  /** Returns whether there is room for a group on a type without moving other groups. */
  private boolean hasRoomOn(int g, int j) {
    return groupIndex.isCoGang(g)
        ? IntStream.range(0, left.length).allMatch(k -> groupIndex.gang(g, j, k) <= workersLeft(k))
        : hasRoom(g, poolOf[j]);
  }

  /** Returns whether a pool has room for one more such group without moving other groups. */
  boolean hasRoom(int g, int k) {
    return groupIndex.isShare(g)
        ? shared[k].hasRoom(groupIndex.gpuMilli(g), left[k])
        : groupIndex.scaleFactor(g) <= workersLeft(k);
  }

  /** Returns the number of workers of a pool that are entirely free. */
  int workersLeft(int k) {
    return left[k] - shared[k].count();
  }

  /** Returns whether groups without shares leave workers of the pool of a type. */
  boolean isIdle(int j) {
    return left[poolOf[j]] > 0;
  }

  /** Returns whether there is no room left, because groups without shares hold all workers. */
  boolean isFull() {
    for (int free : left) {
      if (free > 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Set<Shared> shared(int k) {
    return shared[k].workers();
  }

  /**
   * Returns whether a job runs in a pair or a configuration, so that its first way cannot be moved.
   */
  boolean isPaired(int m) {
    return taken[m] && typeOf[m] == NONE;
  }

  /** Returns the type that a group runs on, or {@link #NONE}. */
  @Override
  public int typeOf(int g) {
    return typeOf[g];
  }

  @Override
  public boolean isOwed(int g) {
    return owed[g];
  }

  /** Returns whether any job of a group is selected, in this or another group. */
  boolean isTaken(int g) {
    return taken[groupIndex.first(g)] || taken[groupIndex.last(g)];
  }

  @Override
  public int[] groups() {
    return IntStream.range(0, typeOf.length).filter(g -> typeOf[g] != NONE).toArray();
  }
}
