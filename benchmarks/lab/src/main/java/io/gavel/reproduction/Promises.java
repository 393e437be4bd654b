package io.gavel.reproduction;

import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.BudgetedMaxMin;
import io.gavel.policies.lp.variant.Robust;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Allocates with estimates and with the ends of intervals, and compares promised with true
 * throughputs. The promise to a job is its throughput at the estimates; with intervals, its
 * throughput at their lower ends, or at the lower end of one type, whichever is worst.
 */
final class Promises {

  private static final Policy FAIR = MaxMinFairness.create();

  /**
   * A way to decide.
   *
   * @param name in figures
   * @param policy the policy
   * @param probability of the intervals, for all rates of a job at once
   * @param bad the number of types that may be slow at the same time
   */
  private record Way(String name, Policy policy, double probability, int bad) {}

  private static final List<Way> WAYS =
      List.of(
          new Way("at the estimates", FAIR, 0.9, 0),
          new Way("robust, 80 %", Robust.of(FAIR), 0.8, Integer.MAX_VALUE),
          new Way("robust, 90 %", Robust.of(FAIR), 0.9, Integer.MAX_VALUE),
          new Way("robust, 95 %", Robust.of(FAIR), 0.95, Integer.MAX_VALUE),
          new Way("one bad type, 90 %", BudgetedMaxMin.create(1), 0.9, 1));

  /** With one measurement nothing is known of where a job is at its best. */
  private static final int MEASURED = 2;

  private static final double ROUNDING = 1e-9;

  private Promises() {}

  static ExperimentRun run(String name, Function<PublishedData, RateTable> table) {
    return ExperimentRun.of(
        "promises on " + name, (data, seed) -> measure(table.apply(data), seed));
  }

  private static RunFigures measure(RateTable table, long seed) {
    NewJobs jobs = NewJobs.draw(table, MEASURED, seed);
    Allocation best = FAIR.allocate(jobs.known());
    double mean = jobs.levels(best).average().orElseThrow();
    double smallest = jobs.smallestLevel(best);
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Way way : WAYS) {
      AllocationProblem problem = jobs.estimated(way.probability());
      Allocation x = way.policy().allocate(problem);
      int broken = 0;
      double promised = 0;
      for (int m = 0; m < jobs.count(); m++) {
        double promise = promise(problem, x, m, way.bad());
        broken += jobs.realised(x, m) < promise * (1 - ROUNDING) ? 1 : 0;
        promised += jobs.level(m, promise) / jobs.count();
      }
      figures.put(way.name() + " broken", 100.0 * broken / jobs.count());
      figures.put(way.name() + " promised", promised / mean);
      figures.put(way.name() + " realised", jobs.levels(x).average().orElseThrow() / mean);
      figures.put(way.name() + " smallest", jobs.smallestLevel(x) / smallest);
    }
    return RunFigures.of(figures);
  }

  /** Returns a job's throughput if the rates of some types are at their lower ends. */
  private static double promise(AllocationProblem problem, Allocation x, int m, int bad) {
    int types = problem.cluster().typeCount();
    double promise = 0;
    double[] losses = new double[types];
    for (int j = 0; j < types; j++) {
      double rate = problem.throughputs().stepsPerSecond(m, j);
      promise += x.fraction(m, j) * rate;
      losses[j] = x.fraction(m, j) * (rate - problem.throughputs().low().stepsPerSecond(m, j));
    }
    Arrays.sort(losses);
    for (int j = types - 1; j >= Math.max(0, types - (long) bad); j--) {
      promise -= losses[j];
    }
    return promise;
  }
}
