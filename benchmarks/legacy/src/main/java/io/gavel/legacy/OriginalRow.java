package io.gavel.legacy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.List;

/** The counters of one group, by type, and its index in the problem. Mutable. */
final class OriginalRow {

  private static final double NEVER_RAN = 1e9;

  final List<String> ids;
  final double[] received;
  final double[] deficit;
  final double[] priority;
  final double[] fraction;
  final boolean[] runs;
  int scaleFactor;
  int gpuMilli;
  int firstJob; // in the problem
  int lastJob;
  boolean isAllocated; // the allocation lists the group

  OriginalRow(List<String> ids, int types) {
    this.ids = ids;
    this.received = new double[types];
    this.deficit = new double[types];
    this.priority = new double[types];
    this.fraction = new double[types];
    this.runs = new boolean[types];
  }

  /** Sets the group's index in the problem and caches the values that every round reads. */
  void listed(AllocationProblem problem, int g) {
    scaleFactor = problem.scaleFactor(g);
    Group group = problem.group(g);
    gpuMilli = problem.job(group.member(0)).gpuMilli();
    firstJob = group.member(0);
    lastJob = group.member(group.size() - 1);
    for (int j = 0; j < runs.length; j++) {
      runs[j] = runs(problem, g, j);
    }
  }

  /** Sets the group's fractions; none if the allocation does not list it. */
  void allocated(Allocation allocation, int g) {
    isAllocated = g >= 0;
    for (int j = 0; j < fraction.length; j++) {
      fraction[j] = isAllocated ? allocation.fraction(g, j) : 0;
    }
  }

  /** Adds the deficit under the old fractions and restarts the counter at half a round. */
  void reset(int j, double elapsed, double halfRound) {
    deficit[j] += fraction[j] * elapsed - (received[j] - halfRound);
    received[j] = halfRound;
  }

  /** Sets the priority: the fraction divided by the share of the type's busy time. */
  void prioritise(int j, double typeSeconds) {
    double share = typeSeconds == 0 ? 0 : received[j] / typeSeconds;
    if (fraction[j] == 0 || !runs[j]) {
      priority[j] = 0;
    } else {
      priority[j] = share > 0 ? fraction[j] / share : NEVER_RAN * fraction[j];
    }
  }

  OriginalEntry entry(int j) {
    return new OriginalEntry(ids, j, priority[j], deficit[j], received[j]);
  }

  /** Returns whether every member has a throughput; a gang may still be larger than the pool. */
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
