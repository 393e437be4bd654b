package io.gavel.policies.model;

import io.gavel.policies.AllocationProblem;
import java.util.stream.Stream;

/**
 * Adds up workers in use, {@code Σ workers · fraction}, so that shares of workers make a whole.
 *
 * <p>Ten tenths of a worker are not one in double arithmetic. Whole workers are therefore added as
 * such, and shares in thousandths. Where every fraction of time is 0 or 1 the sum is exact; else it
 * is rounded in the order of the terms. "Exactly feasible" means feasible by this sum. Mutable; for
 * one thread.
 */
public final class WorkerSum {

  private double whole;
  private double milli;

  /** Nothing in use. */
  public WorkerSum() {}

  /**
   * Sums that start from nothing.
   *
   * @param count how many, such as one a pool
   * @return new sums
   */
  public static WorkerSum[] zeros(int count) {
    return Stream.generate(WorkerSum::new).limit(count).toArray(WorkerSum[]::new);
  }

  /**
   * Adds a term.
   *
   * @param workers the workers that a group holds while it runs ({@link AllocationProblem#workers})
   * @param fraction for which fraction of time
   */
  public void add(double workers, double fraction) {
    if (workers == Math.rint(workers)) {
      whole += workers * fraction;
    } else {
      milli += Job.WHOLE_WORKER * workers * fraction; // a share times 1000 is exact
    }
  }

  /**
   * The sum.
   *
   * @return workers in use
   */
  public double workers() {
    return whole + milli / Job.WHOLE_WORKER;
  }
}
