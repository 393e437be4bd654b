package io.gavel.guide;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Cluster;

// heuristic policy: begin
/** Each job in turn gets all its time on the first worker type with room for its whole gang. */
final class FirstComeFirstServed implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    double[] fractions = new double[problem.groupCount() * types]; // row-major, [group][type]
    double[] used = new double[cluster.poolCount()];
    int running = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      double workers = Math.ceil(problem.workers(m));
      for (int j = 0; j < types; j++) {
        int pool = cluster.poolOf(j);
        if (problem.runs(m, j) && used[pool] + workers <= cluster.poolWorkers(pool)) {
          fractions[m * types + j] = 1;
          used[pool] += workers;
          running++;
          break;
        }
      }
    }
    double unproved = Double.POSITIVE_INFINITY;
    return Allocation.of(
        problem, fractions, new Certificate(running, unproved, 0, Prices.zero(problem)));
  }

  @Override
  public Claims claims() {
    return Claims.rules(); // the rules that every policy keeps, and nothing more
  }
}
// heuristic policy: end
