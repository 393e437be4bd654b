package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A problem encoded in small integers. Any integers give a valid problem, so that a test engine may
 * shrink them freely. All types have prices, all jobs have steps.
 *
 * @param workers of each type, at least 0; at least one type
 * @param jobs in order of arrival
 * @param edges the special features
 */
record ProblemRecipe(List<Integer> workers, List<JobRecipe> jobs, Set<Edge> edges) {

  /** The most worker types, and entries of a row. */
  static final int TYPES = 4;

  /**
   * A job in small integers.
   *
   * @param rates at least 0, one for each of {@link #TYPES} types
   * @param variety at least 0: decides scale factor, weight, steps and age where edges allow
   */
  record JobRecipe(List<Integer> rates, int variety) {}

  ProblemRecipe with(Set<Edge> otherEdges) {
    return new ProblemRecipe(workers, jobs, otherEdges);
  }

  AllocationProblem build() {
    List<WorkerType> types = new ArrayList<>();
    int count = has(Edge.ONE_TYPE) ? 1 : workers.size();
    for (int j = 0; j < count; j++) {
      int number = has(Edge.EMPTY_POOLS) && workers.get(j) % 2 == 1 ? 0 : workers.get(j);
      number += has(Edge.MANY_WORKERS) ? 4 * jobs.size() : 0;
      WorkerType type = new WorkerType("type" + j, number).withPricePerHour(1 + j);
      boolean shares = has(Edge.SHARED_POOL) && j == 1;
      types.add(
          shares
              ? new WorkerType("type1", types.get(0).workers())
                  .withPricePerHour(1)
                  .withPool(types.get(0).pool())
              : type);
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    for (int m = 0; m < jobs.size(); m++) {
      problem.job(job(m), rates(m, count));
    }
    for (int m = 1; has(Edge.PAIRS) && m < jobs.size(); m++) {
      if (job(m).workers() == job(m - 1).workers()) {
        problem.pair(
            "job" + (m - 1),
            "job" + m,
            times(rates(m - 1, count), 0.75),
            times(rates(m, count), 0.5));
      }
    }
    for (int m = 0; has(Edge.CONFIGURATIONS) && m < jobs.size(); m++) {
      configurations(problem, job(m), m, types);
    }
    return problem.build();
  }

  private void configurations(
      AllocationProblem.Builder problem, Job job, int m, List<WorkerType> types) {
    int largest = types.stream().mapToInt(WorkerType::workers).max().orElse(0);
    int variety = recipe(m).variety();
    double[] rates = rates(m, types.size());
    if (variety % 4 > 0 && 2 * job.scaleFactor() <= largest) {
      problem.configuration(
          job.id(), "double", 2 * job.scaleFactor(), times(rates, 1 + 0.25 * (variety % 5)));
    }
    if (variety % 3 == 0 && job.scaleFactor() <= largest) {
      double[] turned = new double[rates.length];
      Arrays.setAll(turned, j -> rates[rates.length - 1 - j]);
      problem.configuration(job.id(), "plan", job.scaleFactor(), turned);
    }
  }

  private boolean has(Edge edge) {
    return edges.contains(edge);
  }

  private JobRecipe recipe(int m) {
    return jobs.get(has(Edge.IDENTICAL_JOBS) ? 0 : m);
  }

  private Job job(int m) {
    int variety = recipe(m).variety();
    Job.Builder job = Job.builder("job" + m).stepsRemaining(100 * (1 + variety % 7));
    if (has(Edge.GANGS)) {
      job.scaleFactor(1 << variety % 3);
    }
    if (has(Edge.SHARES_OF_WORKERS) && !(has(Edge.GANGS) && variety % 3 > 0)) {
      job.gpuMilli(100 * (1 + variety % 10));
    }
    if (has(Edge.GANG_TOO_LARGE) && m == 0) {
      job.scaleFactor(1000).gpuMilli(Job.WHOLE_WORKER);
    }
    if (has(Edge.WEIGHTS)) {
      job.weight(1 + variety % 4);
    }
    if (has(Edge.WIDE_WEIGHTS)) {
      job.weight(StrictMath.pow(10, variety % 13 - 6));
    }
    if (has(Edge.DONE_JOBS) && variety % 3 == 0) {
      job.stepsRemaining(0);
    }
    if (has(Edge.HISTORY) && variety % 2 == 0) {
      job.secondsSinceStart(10 * variety).isolatedSecondsSoFar(7 * variety);
    }
    return job.build();
  }

  private double[] rates(int m, int count) {
    double[] rates = new double[count];
    for (int j = 0; j < count; j++) {
      rates[j] = (has(Edge.EQUAL_ROWS) ? jobs.get(0) : recipe(m)).rates().get(j);
      if (has(Edge.DOMINATED_ROWS)) {
        rates[j] = jobs.get(0).rates().get(j) + (has(Edge.EQUAL_ROWS) ? 0 : m + rates[j]);
      }
      if (has(Edge.WIDE_RATES)) {
        rates[j] *= StrictMath.pow(10, (recipe(m).variety() + 5 * j) % 19 - 9);
      }
      if (has(Edge.ZERO_COLUMN) && j == 0) {
        rates[j] = 0;
      }
    }
    return rates;
  }

  private static double[] times(double[] rates, double factor) {
    double[] product = rates.clone();
    for (int j = 0; j < product.length; j++) {
      product[j] *= factor;
    }
    return product;
  }
}
