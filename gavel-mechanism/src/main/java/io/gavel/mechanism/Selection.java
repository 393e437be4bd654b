package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who runs on which type in one round: Gavel's Algorithm 1, §5. A group is taken whole if its gang
 * fits into what is left of the pool and none of its jobs is taken. Mutable.
 */
final class Selection {

  static final int NONE = -1;

  private final AllocationProblem problem;
  private final int[] left; // workers, by pool
  private final boolean[] taken; // by job
  private final int[] typeOf; // by group
  private final boolean[] owed; // by group

  Selection(AllocationProblem problem, Workers workers) {
    this.problem = problem;
    this.left = new int[problem.cluster().poolCount()];
    Arrays.setAll(left, workers::assignable);
    this.taken = new boolean[problem.jobCount()];
    this.typeOf = new int[problem.groupCount()];
    Arrays.fill(typeOf, NONE);
    this.owed = new boolean[problem.groupCount()];
  }

  /** Takes claims in their order, as far as there is room. */
  void takeOwed(List<Claim> claims) {
    for (Claim claim : claims) {
      owed[claim.group()] |= take(claim.group(), claim.type());
    }
  }

  /** Takes a group if it can be taken. */
  boolean take(int g, int j) {
    Group group = problem.group(g);
    int first = group.member(0);
    int last = group.member(group.size() - 1);
    int k = problem.cluster().poolOf(j);
    if (taken[first] || taken[last] || problem.scaleFactor(g) > left[k]) {
      return false;
    }
    taken[first] = true;
    taken[last] = true;
    left[k] -= problem.scaleFactor(g);
    typeOf[g] = j;
    return true;
  }

  /** Moves a solo group from where it is, if anywhere, to a type, or to {@link #NONE}. */
  void move(int g, int toType) {
    occupy(g, -1);
    typeOf[g] = toType;
    taken[g] = toType != NONE;
    owed[g] = toType != NONE;
    occupy(g, 1);
  }

  private void occupy(int g, int sign) {
    if (typeOf[g] != NONE) {
      left[problem.cluster().poolOf(typeOf[g])] -= sign * problem.scaleFactor(g);
    }
  }

  int workersLeft(int k) {
    return left[k];
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
