package io.gavel.mechanism;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import org.jspecify.annotations.Nullable;

/** An allocation carried over to a problem with other jobs: newcomers have no fraction yet. */
final class Carried {

  private Carried() {}

  static Allocation over(@Nullable Ledger before, AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[Math.multiplyExact(problem.groupCount(), types)];
    Groups groups = new Groups(problem);
    for (int g = 0; before != null && g < problem.groupCount(); g++) {
      int old = before.groups().indexOf(groups.idsOf(g));
      for (int j = 0; old >= 0 && j < types; j++) {
        fractions[g * types + j] = before.allocation().fraction(old, j);
      }
    }
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }
}
