package io.gavel.policies.constraint;

import io.gavel.policies.model.Group;
import java.util.BitSet;
import java.util.stream.IntStream;

/** The most workers of a type that an entity's jobs could use if they had the cluster alone. */
final class UsableWorkers {

  private UsableWorkers() {}

  static double of(BitSet jobs, ProblemRows problem, int j) {
    double[] largest = new double[problem.jobs().size()];
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      int m = group.member(0);
      if (group.size() == 1 && jobs.get(m)) {
        double own = problem.runs(g, j) ? problem.workers(g) : 0;
        largest[m] = Math.max(largest[m], own + alongside(g, problem, j));
      }
    }
    double sum = 0;
    for (double workers : largest) {
      sum += workers;
    }
    return Math.min(sum, problem.cluster().poolWorkers(problem.cluster().poolOf(j)));
  }

  /** Returns the workers of a type that a co-gang holds alongside, wherever it runs. */
  private static int alongside(int g, ProblemRows problem, int j) {
    boolean runs =
        problem.isCoGang(g)
            && IntStream.range(0, problem.cluster().typeCount()).anyMatch(i -> problem.runs(g, i));
    return runs ? problem.alongside(g, j) : 0;
  }
}
