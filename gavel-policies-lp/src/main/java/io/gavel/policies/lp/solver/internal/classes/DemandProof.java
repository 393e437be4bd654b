package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import java.util.ArrayList;
import java.util.List;

/**
 * Prices that bound the joint throughput of jobs: with prices {@code p} of pools, {@code U_a} of
 * the time of a class and {@code π_i} of rates {@code λ_i} of classes, every allocation has
 *
 * <pre>  Σ_i π_i Σ_{m of i} (throughput_m − λ_i)⁺  ≤  Σ workers p + Σ_a members_a U_a </pre>
 *
 * <p>Where both sides are equal, a job above a rate cannot have more unless another such job has
 * less; and no job of the class can rise above the rate. Not modified once its rates are added.
 */
public final class DemandProof {

  private final PairClasses classes;
  private final double[] pools;
  private final double[] time;
  private final double worth;
  private final List<Priced> rates = new ArrayList<>();

  /**
   * A rate of a class with the price of throughput above it.
   *
   * @param members the jobs of the class; not a copy
   * @param rate in steps per second
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  public record Priced(int[] members, double rate, double price) {}

  /** Prices of pools, {@code [pool]}, and of the time of members, {@code [class]}; not copied. */
  DemandProof(PairClasses classes, double[] pools, double[] workers, double[] time) {
    this.classes = classes;
    this.pools = pools;
    this.time = time;
    double sum = 0;
    for (int k = 0; k < pools.length; k++) {
      sum += pools[k] * workers[k];
    }
    for (int a = 0; a < time.length; a++) {
      sum += time[a] * classes.members[a].length;
    }
    worth = sum;
  }

  /** Adds the price of a rate, if it is above 0. */
  void add(int a, double lambda, double pi) {
    if (pi > 0) {
      rates.add(new Priced(classes.members[a], lambda, pi));
    }
  }

  /** {@code Σ (demand − rate)⁺} of some jobs. */
  static double above(int[] jobs, double lambda, double[] demands) {
    double sum = 0;
    for (int m : jobs) {
      sum += Math.max(0, demands[m] - lambda);
    }
    return sum;
  }

  /** What demands cost beyond what everything is worth; above 0, they cannot be met. */
  public double excess(double[] demands) {
    double sum = -worth;
    for (Priced priced : rates) {
      sum += priced.price * above(priced.members, priced.rate, demands);
    }
    return sum;
  }

  /** What all workers and all time are worth. */
  public double worth() {
    return worth;
  }

  /** Returns the rates with a price; not a copy. */
  public List<Priced> rates() {
    return rates;
  }

  /** Returns the price of a worker of a pool. */
  public double ofPool(int k) {
    return pools[k];
  }

  /** Returns the price of the time of a job, for which nothing that it makes is counted. */
  public double ofTime(int m) {
    return time[classes.classOf[m]];
  }
}
