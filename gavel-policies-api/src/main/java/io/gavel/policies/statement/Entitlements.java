package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;
import java.util.Arrays;

/**
 * The units of jobs in the division of a problem's entities: a job has received {@code throughput_m
 * / unit_m} of its entitlement. In an entity that {@linkplain
 * io.gavel.policies.model.Entity.Discipline#FINISH_TIME_FAIRNESS divides by finish time}, a job
 * that has received {@code a} has {@code ρ = lost_m + pace_m / a}. Entities, disciplines and
 * weights come from the problem. Immutable.
 */
public final class Entitlements {

  private final double[] unit;
  private final double[] pace;
  private final double[] lost;

  private Entitlements(double[] unit, double[] pace, double[] lost) {
    this.unit = unit;
    this.pace = pace;
    this.lost = lost;
  }

  /**
   * Units of all jobs.
   *
   * @param unit steps per second for one unit of entitlement, {@code [job]}, finite and at least 0;
   *     0 for jobs that take no part; copied
   * @param pace the finish-time ratio that the rest of the work costs, times entitlement, in units
   *     of entitlement, {@code [job]}, finite and at least 0; counts below entities that divide by
   *     finish time; copied
   * @param lost the finish-time ratio if the job finished now, without unit, {@code [job]}, finite
   *     and at least 0; counts there, too; copied
   * @return the entitlements
   * @throws IllegalArgumentException if a number is not as stated or the lengths differ
   */
  public static Entitlements of(double[] unit, double[] pace, double[] lost) {
    Require.length(unit.length, pace.length, "paces of jobs");
    Require.length(unit.length, lost.length, "ratios that jobs have lost");
    for (int m = 0; m < unit.length; m++) {
      Require.nonNegative(unit[m], "unit of job " + m);
      Require.nonNegative(pace[m], "pace of job " + m);
      Require.nonNegative(lost[m], "ratio that job " + m + " has lost");
    }
    return new Entitlements(unit.clone(), pace.clone(), lost.clone());
  }

  /** {@return the number of jobs} */
  public int size() {
    return unit.length;
  }

  /**
   * The throughput for one unit of entitlement.
   *
   * @param m a job index
   * @return in steps per second; 0 if the job takes no part
   */
  public double unit(int m) {
    return unit[m];
  }

  /**
   * The finish-time ratio of the remaining work of a job, times its received entitlement.
   *
   * @param m a job index
   * @return in units of entitlement
   */
  public double pace(int m) {
    return pace[m];
  }

  /**
   * The finish-time ratio of a job if it finished now.
   *
   * @param m a job index
   * @return at least 0
   */
  public double lost(int m) {
    return lost[m];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entitlements that
        && Arrays.equals(unit, that.unit)
        && Arrays.equals(pace, that.pace)
        && Arrays.equals(lost, that.lost);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(unit) + Arrays.hashCode(pace);
  }

  @Override
  public String toString() {
    return "Entitlements[%s jobs]".formatted(unit.length);
  }
}
