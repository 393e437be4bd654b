package io.gavel.policies.internal;

import java.util.stream.Stream;

/**
 * Sums the workers in use, {@code Σ workers · fraction}, such that shares of a worker add up to a
 * whole one.
 *
 * <p>In double arithmetic, ten tenths of a worker do not add up to one. Whole workers and shares
 * are therefore summed separately, shares in thousandths. If every fraction of time is 0 or 1 the
 * sum is exact; otherwise it is rounded in the order of the terms, and {@link #atMost} bounds it.
 * Mutable; for one thread.
 */
public final class WorkerSum {

  private static final double MILLI = 1000;

  private double whole;

  /** Rounding error of the sum of whole workers, and the sum of the absolute errors. */
  private double lost;

  private double rounded;

  private double milli;

  /** Creates a sum of no workers. */
  public WorkerSum() {}

  /**
   * Several sums of no workers.
   *
   * @param count the number of sums, such as one per pool
   * @return new sums
   */
  public static WorkerSum[] zeros(int count) {
    return Stream.generate(WorkerSum::new).limit(count).toArray(WorkerSum[]::new);
  }

  /**
   * Adds a term.
   *
   * @param workers the workers that a group holds while it runs
   * @param fraction the fraction of time for which it runs
   */
  public void add(double workers, double fraction) {
    if (workers == Math.rint(workers)) {
      double product = workers * fraction;
      double next = whole + product;
      addRounding(Rounding.ofSum(whole, product, next));
      addRounding(Math.fma(workers, fraction, -product));
      whole = next;
    } else {
      milli += MILLI * workers * fraction; // a share times 1000 is exact
    }
  }

  private void addRounding(double error) {
    lost += error;
    rounded += Math.abs(error);
  }

  /**
   * Returns a bound on the sum in exact arithmetic.
   *
   * @return at least {@link #workers} and the exact sum of whole workers, with the shares of
   *     workers in the order of the terms; equal to {@link #workers} if nothing was rounded
   */
  public double atMost() {
    return Rounding.upperBound(whole, lost, rounded) + milli / MILLI;
  }

  /**
   * Returns the sum.
   *
   * @return workers in use
   */
  public double workers() {
    return whole + milli / MILLI;
  }
}
