package io.gavel.policies.lp.schedulers;

import io.gavel.policies.AllocationProblem;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The workers that an allocation leaves idle, on average. Mutable. */
final class Leftovers {

  private final AllocationProblem problem;

  /** Fractions of time, {@code [group][worker type]}, row-major; written. */
  private final double[] x;

  private final double[] left;

  /**
   * What is left of {@code left} workers, {@code [pool]}, which goes into {@code x}; both shared.
   */
  Leftovers(AllocationProblem problem, double[] x, double[] left) {
    this.problem = problem;
    this.x = x;
    this.left = left;
  }

  /** Gives a job the time that it has left, on its fastest types with room for its gang. */
  void take(int m) {
    int types = problem.cluster().typeCount();
    int[] fastestFirst =
        IntStream.range(0, types)
            .filter(j -> problem.runs(m, j))
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(j -> problem.throughputs().stepsPerSecond(m, j))
                    .reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    double time = 1 - IntStream.range(0, types).mapToDouble(j -> x[m * types + j]).sum();
    for (int j : fastestFirst) {
      int k = problem.cluster().poolOf(j);
      double taken = Math.max(0, Math.min(time, left[k] / problem.workers(m)));
      x[m * types + j] += taken;
      left[k] -= taken * problem.workers(m);
      time -= taken;
    }
  }
}
