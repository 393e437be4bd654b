package io.gavel.mechanism;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Problems, allocations and runs for the tests of this package; random ones of random numbers. */
public final class Cases {

  private Cases() {}

  public static Allocation allocation(AllocationProblem problem, double... fractions) {
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  /** One-worker jobs {@code job0, job1, …} with throughput 1 wherever the fraction is positive. */
  public static Allocation oneWorkerJobs(Cluster cluster, double[][] x) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < x.length; m++) {
      problem.job(Job.of("job" + m), Arrays.stream(x[m]).map(f -> f > 0 ? 1 : 0).toArray());
    }
    return allocation(problem.build(), Arrays.stream(x).flatMapToDouble(Arrays::stream).toArray());
  }

  /** Types t0, t1, … with 1 to 4 workers each. */
  public static Cluster cluster(Random random, int types) {
    List<WorkerType> list = new ArrayList<>();
    for (int j = 0; j < types; j++) {
      list.add(new WorkerType("t" + j, 1 + random.nextInt(4)));
    }
    return Cluster.of(list);
  }

  /**
   * Fractions without slack: a random mixture of up to 8 rounds. In each, all jobs that can run do.
   */
  static double[][] mixtureOfRounds(Random random, Cluster cluster, int jobs) {
    double[][] x = new double[jobs][cluster.typeCount()];
    double[] share = new double[1 + random.nextInt(8)];
    Arrays.setAll(share, i -> 1 - random.nextDouble());
    double sum = Arrays.stream(share).sum();
    List<Integer> order = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      order.add(m);
    }
    for (double part : share) {
      Collections.shuffle(order, random);
      int next = 0;
      for (int j = 0; j < cluster.typeCount(); j++) {
        for (int w = 0; w < cluster.type(j).workers() && next < jobs; w++) {
          x[order.get(next++)][j] += part / sum;
        }
      }
    }
    return x;
  }

  /** Dense fractions, scaled until workers and time have no slack or almost none. */
  static double[][] balanced(Random random, Cluster cluster, int jobs, double skew) {
    double[][] x = new double[jobs][cluster.typeCount()];
    for (double[] row : x) {
      Arrays.setAll(row, j -> Math.pow(1 - random.nextDouble(), skew));
    }
    for (int pass = 0; pass < 200; pass++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        int column = j;
        double sum = Arrays.stream(x).mapToDouble(row -> row[column]).sum();
        for (double[] row : x) {
          row[j] *= cluster.type(j).workers() / sum;
        }
      }
      for (double[] row : x) {
        double sum = Arrays.stream(row).sum();
        for (int j = 0; sum > 1 && j < row.length; j++) {
          row[j] /= sum;
        }
      }
    }
    return x;
  }

  /** A case of any of the three kinds, on 1 to 5 types, from half to 2.5 jobs a worker. */
  public static Allocation feasible(Random random) {
    Cluster cluster = cluster(random, 1 + random.nextInt(5));
    double perWorker = random.nextInt(4) == 0 ? 1 : 0.5 + 2 * random.nextDouble();
    int jobs = (int) Math.max(1, Math.round(cluster.workers() * perWorker));
    return switch (random.nextInt(3)) {
      case 0 -> oneWorkerJobs(cluster, mixtureOfRounds(random, cluster, jobs));
      case 1 -> oneWorkerJobs(cluster, balanced(random, cluster, jobs, 1));
      default -> oneWorkerJobs(cluster, balanced(random, cluster, jobs, 6));
    };
  }

  /**
   * A feasible allocation near another: two jobs trade time between two types, so that all sums
   * stay, or one job leaves time on a type to another that has some to spare.
   */
  public static Allocation changed(Random random, Allocation allocation) {
    Cluster cluster = allocation.problem().cluster();
    int types = cluster.typeCount();
    double[][] x = new double[allocation.problem().jobCount()][types];
    for (int i = 0; i < x.length * types; i++) {
      x[i / types][i % types] = allocation.fraction(i / types, i % types);
    }
    double[] a = x[random.nextInt(x.length)];
    double[] b = x[random.nextInt(x.length)];
    int i = random.nextInt(types);
    int j = random.nextInt(types);
    double most = random.nextInt(3) == 0 ? 1 : Math.pow(10, -3 * random.nextDouble());
    if (random.nextBoolean() && a != b && i != j) {
      double d = Math.min(most, Math.min(a[i], b[j]));
      a[i] -= d;
      a[j] += d;
      b[j] -= d;
      b[i] += d;
    } else if (a != b) {
      double d = Math.max(0, Math.min(Math.min(most, a[i]), 1 - Arrays.stream(b).sum()));
      a[i] -= d;
      b[i] += d;
    }
    return oneWorkerJobs(cluster, x);
  }

  /**
   * Servers of several sizes, two types in one pool, gangs, shares, pairs, zero throughputs;
   * fractions that need not be feasible. Job ids start at {@code firstJob}.
   */
  static Allocation wild(Random random, Cluster cluster, int firstJob, int jobs) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(cluster.typeCount());
    List<Job> list = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      int size = 1 << ((firstJob + m) * 31 % 7 % 4); // the same whenever the job is listed
      int milli = size > 1 ? Job.WHOLE_WORKER : 100 * (1 + (firstJob + m) * 17 % 10);
      list.add(Job.builder("job" + (firstJob + m)).scaleFactor(size).gpuMilli(milli).build());
      rates.job(rates(random, cluster.typeCount()));
    }
    int groups = jobs;
    for (int b = 1; b < jobs; b++) {
      if (list.get(b).workers() == list.get(b - 1).workers()) {
        rates.pair(
            b - 1, b, rates(random, cluster.typeCount()), rates(random, cluster.typeCount()));
        groups++;
      }
    }
    double[] x = new double[groups * cluster.typeCount()];
    Arrays.setAll(x, i -> random.nextInt(3) == 0 ? random.nextDouble() : 0);
    return allocation(AllocationProblem.of(cluster, list, rates.build()), x);
  }

  private static double[] rates(Random random, int types) {
    return random.doubles(types, 0, 10).map(rate -> rate < 2 ? 0 : rate).toArray();
  }

  static Cluster wildCluster(Random random) {
    int shared = 1 + random.nextInt(12);
    int perServer = 1 + random.nextInt(5);
    return Cluster.of(
        new WorkerType("near", shared, 0, perServer, "a"),
        new WorkerType("far", shared, 0, perServer, "a"),
        new WorkerType("b", random.nextInt(6), 0, 1 + random.nextInt(4), "b"));
  }
}
