package io.gavel.policies.constraint;

import io.gavel.policies.model.Group;
import java.util.BitSet;

/** The most workers of a type that an entity's jobs could use if they had the cluster alone. */
final class UsableWorkers {

  private UsableWorkers() {}

  static double of(BitSet jobs, ProblemRows problem, int j) {
    double[] largest = new double[problem.jobs().size()];
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      int m = group.member(0);
      if (group.size() == 1 && jobs.get(m) && problem.runs(g, j)) {
        largest[m] = Math.max(largest[m], problem.workers(g));
      }
    }
    double sum = 0;
    for (double workers : largest) {
      sum += workers;
    }
    return Math.min(sum, problem.cluster().poolWorkers(problem.cluster().poolOf(j)));
  }
}
