package io.gavel.legacy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;

/**
 * Isolated shares with exactly the original's arithmetic. The library's policy removes a rounding
 * error if the shares exceed a pool, and has no share where a job cannot run. But the order of two
 * jobs with nearly equal priorities can depend on the last bit.
 */
public final class OriginalIsolated implements Policy {

  /** Creates the policy. */
  public OriginalIsolated() {}

  @Override
  public Allocation allocate(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] x = new double[problem.groupCount() * types];
    for (int m = 0; m < problem.jobCount(); m++) {
      double row = 0;
      for (int j = 0; j < types; j++) {
        int workers = problem.cluster().type(j).workers();
        x[m * types + j] = (double) workers / problem.jobCount() / problem.scaleFactor(m);
        row += x[m * types + j];
      }
      for (int j = 0; j < types; j++) {
        x[m * types + j] /= Math.max(1, row);
      }
    }
    return Allocation.of(problem, x, new Certificate(1, 1, 0, Prices.zero(problem)));
  }
}
