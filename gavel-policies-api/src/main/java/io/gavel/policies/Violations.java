package io.gavel.policies;

/** Measures how far an allocation is from feasible, on the problem's own limits. */
final class Violations {

  private Violations() {}

  static double largest(Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    Cluster cluster = problem.cluster();
    double worst = 0;
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        worst = Math.max(worst, -allocation.fraction(g, j));
      }
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      worst = Math.max(worst, allocation.timeFraction(m) - 1);
    }
    for (int k = 0; k < cluster.poolCount(); k++) {
      double excess = allocation.workersUsed(k) - cluster.poolWorkers(k);
      worst = Math.max(worst, excess / Math.max(1, cluster.poolWorkers(k)));
    }
    return worst;
  }
}
