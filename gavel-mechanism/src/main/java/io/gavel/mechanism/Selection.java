package io.gavel.mechanism;

import io.gavel.mechanism.SharedWorkers.Shared;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import io.gavel.policies.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who runs on which type in one round: Gavel's Algorithm 1, §5. A group is taken whole if its gang
 * fits into what is left of the pool, or its share on a worker, and none of its jobs is taken.
 * Mutable.
 */
final class Selection {

  static final int NONE = -1;

  private final AllocationProblem problem;
  private final int[] left; // workers that whole jobs leave to shares, by pool
  private final List<SharedWorkers> shared = new ArrayList<>(); // by pool
  private final boolean[] taken; // by job
  private final int[] typeOf; // by group
  private final boolean[] owed; // by group

  /**
   * Nobody runs.
   *
   * @param before by job, what it ran in until now: a share returns to its worker where it can
   */
  Selection(AllocationProblem problem, Workers workers, @Nullable Running[] before) {
    this.problem = problem;
    this.left = new int[problem.cluster().poolCount()];
    Arrays.setAll(left, workers::assignable);
    LastShares last = new LastShares(problem, workers, before);
    for (int k = 0; k < left.length; k++) {
      shared.add(new SharedWorkers(problem, last.workers(k)));
    }
    this.taken = new boolean[problem.jobCount()];
    this.typeOf = new int[problem.groupCount()];
    Arrays.fill(typeOf, NONE);
    this.owed = new boolean[problem.groupCount()];
  }

  /** Takes claims in their order, as far as there is room; shares make room by moving. */
  void takeOwed(List<Claim> claims) {
    for (Claim claim : claims) {
      owed[claim.group()] |= take(claim.group(), claim.type(), true);
    }
  }

  /** Takes a group if it can be taken and nobody has to move. */
  boolean take(int g, int j) {
    return take(g, j, false);
  }

  private boolean take(int g, int j, boolean moving) {
    Group group = problem.group(g);
    int first = group.member(0);
    int last = group.member(group.size() - 1);
    int k = problem.cluster().poolOf(j);
    if (taken[first] || taken[last] || !(hold(g, k) || (moving && holdByMoving(g, k)))) {
      return false;
    }
    taken[first] = true;
    taken[last] = true;
    typeOf[g] = j;
    return true;
  }

  private boolean isShare(int g) {
    return problem.gpuMilli(g) < Job.WHOLE_WORKER;
  }

  private boolean hold(int g, int k) {
    if (isShare(g)) {
      return shared.get(k).put(g, left[k]);
    }
    if (problem.scaleFactor(g) > workersLeft(k)) {
      return false;
    }
    left[k] -= problem.scaleFactor(g);
    return true;
  }

  private boolean holdByMoving(int g, int k) {
    return isShare(g)
        ? shared.get(k).putByMoving(g, left[k])
        : shared.get(k).squeezeInto(left[k] - problem.scaleFactor(g)) && hold(g, k);
  }

  /**
   * Moves solo groups of one size, each from where it is, if anywhere, to a type, or to {@link
   * #NONE}. At most one leaves and one enters each pool, which has room for it then.
   */
  void rotate(List<Integer> groups, List<Integer> toTypes) {
    Map<Integer, Shared> vacated = new HashMap<>(); // by pool
    for (int g : groups) {
      if (typeOf[g] != NONE) {
        int k = problem.cluster().poolOf(typeOf[g]);
        if (isShare(g)) {
          vacated.put(k, shared.get(k).leave(g));
        } else {
          left[k] += problem.scaleFactor(g);
          shared.get(k).forgetFailures();
        }
      }
    }
    for (int i = 0; i < groups.size(); i++) {
      enter(groups.get(i), toTypes.get(i), vacated);
    }
    vacated.forEach((k, worker) -> shared.get(k).close(worker));
  }

  private void enter(int g, int toType, Map<Integer, Shared> vacated) {
    typeOf[g] = toType;
    taken[g] = toType != NONE;
    owed[g] = toType != NONE;
    if (toType != NONE) {
      int k = problem.cluster().poolOf(toType);
      Shared worker = vacated.remove(k);
      if (worker != null) {
        shared.get(k).enter(g, worker);
      } else if (!hold(g, k)) {
        throw new IllegalStateException("group %d finds no room in pool %d".formatted(g, k));
      }
    }
  }

  /** Whether one more group like this finds room in a pool without moving anybody. */
  boolean hasRoom(int g, int k) {
    return isShare(g)
        ? shared.get(k).hasRoom(problem.gpuMilli(g), left[k])
        : problem.scaleFactor(g) <= workersLeft(k);
  }

  /** Workers of a pool that are wholly free. */
  int workersLeft(int k) {
    return left[k] - shared.get(k).count();
  }

  /** The workers of a pool that groups share. */
  List<Shared> shared(int k) {
    return shared.get(k).workers();
  }

  /** Whether a job runs in a pair, so that it cannot be moved alone. */
  boolean isPaired(int m) {
    return taken[m] && typeOf[m] == NONE;
  }

  /** The type that a group runs on, or {@link #NONE}. */
  int typeOf(int g) {
    return typeOf[g];
  }

  boolean isOwed(int g) {
    return owed[g];
  }

  /** The groups that run, by index. */
  List<Integer> groups() {
    List<Integer> running = new ArrayList<>();
    for (int g = 0; g < typeOf.length; g++) {
      if (typeOf[g] != NONE) {
        running.add(g);
      }
    }
    return running;
  }
}
