package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Unrunnable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Shares of pools in closed form, as used by the equal share and the isolated share. */
public final class PoolShares {

  /** A fraction of time for a group on a pool. */
  @FunctionalInterface
  public interface Share {
    double of(int g, int k);
  }

  private PoolShares() {}

  /** Returns a copy for jobs that run alone, in their first way, and 0 for other groups. */
  public static Share alone(AllocationProblem problem, Share share) {
    return (g, k) -> g < problem.jobCount() ? share.of(g, k) : 0;
  }

  /**
   * Returns the allocation of the given shares. They must be feasible up to rounding errors, which
   * are repaired.
   */
  public static Allocation allocate(AllocationProblem problem, Share share, double objective) {
    Cluster cluster = problem.cluster();
    double[] x = new double[problem.groupCount() * cluster.typeCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int k = 0; k < cluster.poolCount(); k++) {
        int j = fastestType(problem, g, k);
        if (j >= 0) {
          x[g * cluster.typeCount() + j] = share.of(g, k);
        }
      }
    }
    Certificate certificate = new Certificate(objective, objective, 0, Prices.zero(problem));
    Allocation allocation = Allocation.of(problem, x, certificate);
    for (double part = 0x1p-52; allocation.maxViolation() > 0; part *= 2) { // by rounding
      double less = 1 - part;
      Arrays.setAll(x, i -> less * x[i]);
      allocation = Allocation.of(problem, x, certificate);
    }
    return allocation;
  }

  /**
   * Returns the throughput of a job with the given share of each pool, on the fastest type of the
   * pool, forbidden or not; 0 if the job can run nowhere.
   */
  public static double throughput(AllocationProblem problem, int m, IntToDoubleFunction share) {
    Cluster cluster = problem.cluster();
    if (isSetAside(problem, m)) {
      return 0;
    }
    boolean ownPools = cluster.poolCount() == cluster.typeCount();
    double sum = 0;
    for (int j = 0; j < cluster.typeCount(); j++) {
      double rate = rateIfAllowed(problem, m, j);
      if (rate > 0 && (ownPools || isFastestOfPool(problem, m, j, rate))) {
        sum += rate * share.applyAsDouble(cluster.poolOf(j));
      }
    }
    return sum;
  }

  /**
   * Returns the throughput of a job with the full-time equal share {@code W_k / ΣW} of each pool. A
   * co-gang is as fast as it can be in the pools of which it holds workers only alongside.
   */
  public static double equalShare(AllocationProblem problem, int m) {
    Cluster cluster = problem.cluster();
    IntToDoubleFunction fullTime = k -> (double) cluster.poolWorkers(k) / cluster.workers();
    double sum = throughput(problem, m, fullTime);
    if (problem.isCoGang(m)) {
      double fastest = fastest(problem, m);
      for (int k = 0; k < cluster.poolCount(); k++) {
        boolean alongside = alongside(problem, m, k) > 0 && !runsIn(problem, m, k);
        sum += alongside ? fullTime.applyAsDouble(k) * fastest : 0;
      }
    }
    return sum;
  }

  /** Returns the workers of a pool that a co-gang holds on whichever type it runs. */
  public static int alongside(AllocationProblem problem, int g, int k) {
    Cluster cluster = problem.cluster();
    return IntStream.range(0, cluster.typeCount())
        .map(j -> cluster.poolOf(j) == k ? problem.alongside(g, j) : 0)
        .sum();
  }

  /** Returns whether a job could run on a type of a pool if nothing were forbidden. */
  public static boolean runsIn(AllocationProblem problem, int m, int k) {
    Cluster cluster = problem.cluster();
    return IntStream.range(0, cluster.typeCount())
        .anyMatch(j -> cluster.poolOf(j) == k && rateIfAllowed(problem, m, j) > 0);
  }

  private static boolean isFastestOfPool(AllocationProblem problem, int m, int j, double rate) {
    Cluster cluster = problem.cluster();
    for (int i = 0; i < cluster.typeCount(); i++) {
      double other = cluster.poolOf(i) == cluster.poolOf(j) ? rateIfAllowed(problem, m, i) : 0;
      if (other > rate || (other == rate && i < j)) {
        return false;
      }
    }
    return true;
  }

  private static double rateIfAllowed(AllocationProblem problem, int m, int j) {
    return problem.runsIfAllowed(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
  }

  /** Returns the thousandths of workers that a group holds; integers, so that sums are exact. */
  public static long milli(AllocationProblem problem, int g) {
    return (long) problem.scaleFactor(g) * problem.gpuMilli(g);
  }

  /** Returns whether each job can run, in any of its groups, {@code [job]}. */
  public static boolean[] runnable(AllocationProblem problem) {
    boolean[] runnable = new boolean[problem.jobCount()];
    Arrays.fill(runnable, true);
    for (Unrunnable job : problem.unrunnable()) {
      runnable[job.job()] = false;
    }
    return runnable;
  }

  /**
   * Returns whether a job is {@linkplain AllocationProblem#unrunnable unrunnable} in a problem with
   * forbidden types. In other problems such a job has throughput 0 on every type that fits.
   */
  private static boolean isSetAside(AllocationProblem problem, int m) {
    if (problem.eligibility().isAll() || runsAlone(problem, m)) {
      return false;
    }
    List<Unrunnable> jobs = problem.unrunnable(); // by job
    int low = 0;
    int high = jobs.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (jobs.get(middle).job() < m) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < jobs.size() && jobs.get(low).job() == m;
  }

  /** Returns whether a job can run alone on some type. */
  static boolean runsAlone(AllocationProblem problem, int m) {
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the largest throughput of a job alone, on forbidden types too; 0 if the job can run
   * nowhere.
   */
  public static double fastest(AllocationProblem problem, int m) {
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount() && !isSetAside(problem, m); j++) {
      fastest = Math.max(fastest, rateIfAllowed(problem, m, j));
    }
    return fastest;
  }

  /**
   * Returns the largest throughput of a job alone, in its first way or, if it runs nowhere in that,
   * in the fastest of its other ways; 0 if there is none.
   */
  public static double fastestWay(AllocationProblem problem, int m) {
    double fastest = fastest(problem, m);
    if (!(fastest > 0)) {
      for (int g : problem.configurationsOf(m)) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          double rate = problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, j) : 0;
          fastest = Math.max(fastest, rate);
        }
      }
    }
    return fastest;
  }

  /**
   * Returns the smallest throughput of a job alone where it makes progress, on forbidden types too;
   * 0 if the job can run nowhere.
   */
  public static double slowest(AllocationProblem problem, int m) {
    double slowest = Double.POSITIVE_INFINITY;
    for (int j = 0; j < problem.cluster().typeCount() && !isSetAside(problem, m); j++) {
      double rate = rateIfAllowed(problem, m, j);
      slowest = rate > 0 ? Math.min(slowest, rate) : slowest;
    }
    return slowest == Double.POSITIVE_INFINITY ? 0 : slowest;
  }

  /**
   * Returns whether each job can run alone in its first way, {@code [job]}; otherwise it cannot
   * run, or only in pairs or configurations.
   */
  public static boolean[] runnableAlone(AllocationProblem problem) {
    boolean[] runnable = new boolean[problem.jobCount()];
    for (int m = 0; m < runnable.length; m++) {
      runnable[m] = runsAlone(problem, m);
    }
    return runnable;
  }

  /**
   * Returns the fastest type of a pool for a group, measured by the first member of a pair. Ties go
   * to the first type; -1 if the group runs on none.
   */
  public static int fastestType(AllocationProblem problem, int g, int k) {
    int fastest = -1;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.cluster().poolOf(j) == k
          && problem.runs(g, j)
          && (fastest < 0
              || problem.throughputs().stepsPerSecond(g, j)
                  > problem.throughputs().stepsPerSecond(g, fastest))) {
        fastest = j;
      }
    }
    return fastest;
  }
}
