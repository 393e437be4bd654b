package io.gavel.policies.lp.solver.internal.classes;

import java.util.Arrays;

/** A growing list of the time of jobs, alone or in pairs, in columns of classes. Mutable. */
public final class TimeEntries {

  /** In {@link #partner}: the job runs alone. */
  public static final int NONE = -1;

  private int[] job = new int[64];
  private int[] partner = new int[64];
  private int[] column = new int[64];
  private double[] amount = new double[64];
  private int count;

  public void add(int m, int with, int c, double time) {
    if (count == job.length) {
      job = Arrays.copyOf(job, 2 * count);
      partner = Arrays.copyOf(partner, 2 * count);
      column = Arrays.copyOf(column, 2 * count);
      amount = Arrays.copyOf(amount, 2 * count);
    }
    job[count] = m;
    partner[count] = with;
    column[count] = c;
    amount[count++] = time;
  }

  int count() {
    return count;
  }

  int job(int e) {
    return job[e];
  }

  int partner(int e) {
    return partner[e];
  }

  int column(int e) {
    return column[e];
  }

  double amount(int e) {
    return amount[e];
  }
}
