package io.gavel.mechanism.internal.ledger;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import org.jspecify.annotations.Nullable;

/** Re-indexes an allocation for a new job list; new jobs start at zero. Stateless. */
public final class AllocationCarryOver {

  private AllocationCarryOver() {}

  /**
   * Re-indexes an allocation for a new problem.
   *
   * @param old the previous allocation; null if there was none
   * @param before by group, its index in the old allocation, or -1
   */
  public static Allocation over(@Nullable Allocation old, AllocationProblem problem, int[] before) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[Math.multiplyExact(problem.groupCount(), types)];
    for (int g = 0; old != null && g < before.length; g++) {
      for (int j = 0; before[g] >= 0 && j < types; j++) {
        fractions[g * types + j] = old.fraction(before[g], j);
      }
    }
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }
}
