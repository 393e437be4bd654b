package com.example;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Cluster;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The job with the least work left takes its fastest free workers, then the next job. */
public final class LeastWorkLeft implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    double[] fractions = new double[problem.groupCount() * types]; // row-major, [group][type]
    double[] used = new double[cluster.poolCount()];
    int[] order =
        IntStream.range(0, problem.jobCount())
            .boxed()
            .sorted(Comparator.comparingDouble(m -> secondsLeft(problem, m)))
            .mapToInt(Integer::intValue)
            .toArray();
    int running = 0;
    for (int m : order) {
      double workers = Math.ceil(problem.workers(m));
      int best = -1;
      for (int j = 0; j < types; j++) {
        int pool = cluster.poolOf(j);
        boolean fits = used[pool] + workers <= cluster.poolWorkers(pool);
        if (problem.runs(m, j) && fits && (best < 0 || rate(problem, m, j) > rate(problem, m, best))) {
          best = j;
        }
      }
      if (best >= 0) {
        fractions[m * types + best] = 1;
        used[cluster.poolOf(best)] += workers;
        running++;
      }
    }
    double unproved = Double.POSITIVE_INFINITY; // a rule proves no bound
    return Allocation.of(
        problem, fractions, new Certificate(running, unproved, 0, Prices.zero(problem)));
  }

  private static double secondsLeft(AllocationProblem problem, int m) {
    double fastest =
        IntStream.range(0, problem.cluster().typeCount())
            .filter(j -> problem.runs(m, j))
            .mapToDouble(j -> rate(problem, m, j))
            .max()
            .orElse(0);
    return problem.job(m).stepsRemaining().orElse(0) / fastest;
  }

  private static double rate(AllocationProblem problem, int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
