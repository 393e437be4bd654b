package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import java.util.List;

/** The counters of one group, by type, and where it is listed. Mutable. */
final class OriginalRow {

  /** The index of a group that the allocation does not list. */
  static final int NOWHERE = -1;

  private static final double NEVER_RAN = 1e9;

  final List<String> ids;
  final double[] received;
  final double[] deficit;
  final double[] priority;
  final boolean[] runs;
  int scaleFactor;
  int allocated = NOWHERE;

  OriginalRow(List<String> ids, int types) {
    this.ids = ids;
    this.received = new double[types];
    this.deficit = new double[types];
    this.priority = new double[types];
    this.runs = new boolean[types];
  }

  /** The group is listed there in the problem; rounds ask for what follows far more often. */
  void listed(AllocationProblem problem, int g) {
    scaleFactor = problem.scaleFactor(g);
    for (int j = 0; j < runs.length; j++) {
      runs[j] = runs(problem, g, j);
    }
  }

  boolean isAllocated() {
    return allocated != NOWHERE;
  }

  /** Settles what was due under the fractions so far, and counts anew from half a round. */
  void reset(int j, double fraction, double elapsed, double halfRound) {
    deficit[j] += fraction * elapsed - (received[j] - halfRound);
    received[j] = halfRound;
  }

  /** The fraction over the share of the type's busy time. */
  void prioritise(int j, double fraction, double typeSeconds) {
    double share = typeSeconds == 0 ? 0 : received[j] / typeSeconds;
    if (fraction == 0 || !runs[j]) {
      priority[j] = 0;
    } else {
      priority[j] = share > 0 ? fraction / share : NEVER_RAN * fraction;
    }
  }

  OriginalEntry entry(int j) {
    return new OriginalEntry(ids, j, priority[j], deficit[j], received[j]);
  }

  /** Whether every member has a throughput; a gang may be larger than the pool all the same. */
  private static boolean runs(AllocationProblem problem, int g, int j) {
    Group group = problem.group(g);
    for (int i = 0; i < group.size(); i++) {
      if (!(problem.throughputs().stepsPerSecond(g, i, j) > 0)) {
        return false;
      }
    }
    return true;
  }
}
