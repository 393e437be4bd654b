package io.gavel.reproduction;

import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * New jobs that compete for a cluster, with some measured throughputs; the remaining ones are
 * estimated from earlier jobs. Each was measured on some types, drawn at random. Mutable.
 */
final class NewJobs {

  private static final int JOBS = 10;

  /** Workers for each job, so that time is scarce. */
  private static final double WORKERS_PER_JOB = 0.6;

  private final Cluster cluster;
  private final double[][] truth;
  private final IsolatedThroughputs estimator;
  private final List<Map<String, Double>> measured = new ArrayList<>();

  private NewJobs(RateTable table, RateTable.Draw draw, int ofEachJob, long seed) {
    int types = table.workerTypes().size();
    int ofEach = (int) Math.max(1, Math.round(WORKERS_PER_JOB * JOBS / types));
    cluster =
        Cluster.of(table.workerTypes().stream().map(name -> new WorkerType(name, ofEach)).toList());
    truth = draw.trueRates();
    estimator =
        IsolatedThroughputs.fit(table.workerTypes(), draw.families(), draw.referenceRates());
    Random random = new Random(~seed);
    for (int m = 0; m < truth.length; m++) {
      measured.add(new HashMap<>());
      int[] order = random.ints(0, types).distinct().limit(ofEachJob).toArray();
      for (int j : order) {
        measure(m, j);
      }
    }
  }

  /** Draws jobs of which each is measured on some types. */
  static NewJobs draw(RateTable table, int measuredTypes, long seed) {
    return new NewJobs(table, table.draw(JOBS, seed), measuredTypes, seed);
  }

  int count() {
    return truth.length;
  }

  int types() {
    return cluster.typeCount();
  }

  void measure(int job, int type) {
    measured.get(job).put(cluster.type(type).name(), truth[job][type]);
  }

  /**
   * Returns the problem with estimates, and intervals that hold all rates of a job at once with a
   * probability.
   */
  AllocationProblem estimated(double probability) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < truth.length; m++) {
      IsolatedEstimate job = estimator.estimate(measured.get(m));
      int unknown = types() - measured.get(m).size();
      double each = 1 - (1 - probability) / Math.max(1, unknown);
      problem.job(Job.of("job" + m), job.stepsPerSecond()).within(job.low(each), job.high(each));
    }
    return problem.build();
  }

  /** Returns the problem with the true rates. */
  AllocationProblem known() {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < truth.length; m++) {
      problem.job(Job.of("job" + m), truth[m]);
    }
    return problem.build();
  }

  /** Returns the true throughput of a job with the fractions of an allocation. */
  double realised(Allocation x, int job) {
    double steps = 0;
    for (int j = 0; j < types(); j++) {
      steps += x.fraction(job, j) * truth[job][j];
    }
    return steps;
  }

  /** Steps per second relative to an equal share of every type. */
  double level(int job, double stepsPerSecond) {
    double equal = 0;
    for (int j = 0; j < types(); j++) {
      equal += truth[job][j] * cluster.type(j).workers() / truth.length;
    }
    return stepsPerSecond / equal;
  }

  /** Returns the smallest level that jobs really reach. */
  double smallestLevel(Allocation x) {
    return levels(x).min().orElseThrow();
  }

  /** Returns the levels that the jobs really reach. */
  DoubleStream levels(Allocation x) {
    return IntStream.range(0, count()).mapToDouble(m -> level(m, realised(x, m)));
  }
}
