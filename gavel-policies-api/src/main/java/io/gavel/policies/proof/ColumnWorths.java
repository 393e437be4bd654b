package io.gavel.policies.proof;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.List;

/**
 * Computes reduced costs of columns, as in {@link DualProof}. The best column of a job is found by
 * rounded sums, and by exact ones where their errors leave a doubt. Mutable.
 */
final class ColumnWorths {

  private static final int NONE = -1;

  private final ColumnNumbers columns;
  private final int types;
  private final double[] pools;
  private final double[] owed;
  private final double[] time;

  private final Goal goal;

  /** The claimed bound on a ratio; 0 for other goals. */
  private double claimed;

  private final ExactSum exact = new ExactSum();
  private final RoundedSum worth = new RoundedSum();
  private final RoundedSum most = new RoundedSum();

  /** -1 if the goal is minimised: then its negative is maximised. */
  private final double sign;

  /**
   * The first coefficient of each entry in rows that have a price, {@code [entry]}, and the number
   * of all; empty if there are none. Most columns are in few of many rows.
   */
  private final int[] start;

  /** The coefficients and the signed prices of their rows, rows ascending within an entry. */
  private final double[] coefficient;

  private final double[] rowPrice;

  /** Whether there may be more terms than throughput and workers. */
  private final boolean hasFurther;

  /** The group that is looked at, its jobs and workers. */
  private int g;

  private int first;
  private int second;
  private double workers;

  /** The terms of the worth of an entry of the group: products of two numbers. */
  private final double[] a;

  private final double[] b;
  private int terms;

  /**
   * Worths at some prices.
   *
   * @param signed the prices of the rows, with their signs in the bound, {@code [row]}
   * @param pools the prices of pools, {@code [pool]}
   * @param owed the prices of throughput, {@code [job]}
   * @param time the prices of the time of jobs in pairs, {@code [job]}; empty without pairs
   */
  ColumnWorths(
      ColumnNumbers columns,
      Goal goal,
      List<LinearRow> rows,
      double[] signed,
      double[] pools,
      double[] owed,
      double[] time) {
    this.columns = columns;
    this.pools = pools;
    this.owed = owed;
    this.time = time;
    types = columns.types;
    this.goal = goal;
    sign = goal.minimized() ? -1 : 1;
    int entries = columns.groups * types;
    boolean none = Arrays.stream(signed).allMatch(price -> price == 0);
    start = new int[none ? 0 : entries + 1];
    for (int i = 0; i < signed.length; i++) {
      LinearRow row = rows.get(i);
      for (int e = 0; signed[i] != 0 && e < row.size(); e++) {
        start[row.column(e) + 1]++;
      }
    }
    int largest = 0;
    for (int entry = 0; entry + 1 < start.length; entry++) {
      largest = Math.max(largest, start[entry + 1]);
      start[entry + 1] += start[entry];
    }
    int[] next = start.clone();
    coefficient = new double[none ? 0 : start[entries]];
    rowPrice = new double[coefficient.length];
    for (int i = 0; i < signed.length; i++) {
      LinearRow row = rows.get(i);
      for (int e = 0; signed[i] != 0 && e < row.size(); e++) {
        int at = next[row.column(e)]++;
        coefficient[at] = row.coefficient(e);
        rowPrice[at] = signed[i];
      }
    }
    hasFurther = time.length > 0 || goal.isByEntry() || largest > 0;
    a = new double[largest + 8];
    b = new double[a.length];
  }

  /**
   * Adds, for each job, the worth of the best of its columns if it is above 0.
   *
   * @param claimedRatio the claimed bound on a ratio: then no sum of gains minus so many costs is
   *     above 0; 0 for other goals
   */
  void addTo(ExactSum sum, double claimedRatio) {
    claimed = claimedRatio;
    for (int m = 0; m < owed.length; m++) {
      if (owed[m] != 0 || hasFurther) {
        addBest(sum, m, false);
      }
    }
  }

  /**
   * Adds the worth of the best of the columns that belong to a job, if it is above 0.
   *
   * @param ofPartners whether columns of pairs count that belong to the job's partner
   */
  void addBest(ExactSum sum, int m, boolean ofPartners) {
    int best = NONE;
    double least = 0; // the best column is worth more
    most.clear();
    for (int i = columns.start(m); i < columns.start(m + 1); i++) {
      of(columns.groupOfJob(i));
      if (!ofPartners && first != m) {
        continue;
      }
      for (int entry = g * types; entry < (g + 1) * types; entry++) {
        double sold = owed[first] * columns.rate[entry];
        double paid = workers * price(entry);
        double doubt = 0x1p-50 * (sold + paid) + 0x1p-1000;
        boolean worse = owed[first] == 0 || sold - paid + doubt < least;
        if (columns.runs(entry) && (hasFurther || !worse)) {
          weigh(entry);
          double more = worth.minus(most);
          boolean clear = Math.abs(more) >= worth.error() + most.error();
          if (clear ? more > 0 : isBetter(entry, best)) {
            best = entry;
            most.set(worth);
            least = sold - paid - doubt;
          }
        }
      }
    }
    if (best != NONE) {
      show(best);
      sum.addProducts(a, b, terms);
    }
  }

  /** Returns whether an entry is worth more than another, or than 0 if that is none, exactly. */
  private boolean isBetter(int entry, int best) {
    exact.clear();
    if (best != NONE) {
      show(best);
      for (int i = 0; i < terms; i++) {
        exact.addProduct(-a[i], b[i]);
      }
    }
    show(entry);
    return exact.addProducts(a, b, terms).signum() > 0;
  }

  private void of(int group) {
    g = group;
    first = columns.first(g);
    second = columns.second(g);
    workers = columns.workers[g];
  }

  /** Sets the worth to that of an entry of the group. */
  private void weigh(int entry) {
    worth.set(owed[first], columns.rate[entry], -workers, price(entry));
    if (hasFurther) {
      terms = 0;
      listFurther(entry);
      worth.addProducts(a, b, terms);
    }
  }

  private double price(int entry) {
    return pools[columns.pool[entry - g * types]];
  }

  private void listFurther(int entry) {
    if (time.length > 0) {
      add(-1, time[first]);
    }
    if (second >= 0) {
      add(owed[second], columns.secondRate[entry - owed.length * types]);
      add(-1, time[second]);
    }
    if (goal.isByEntry()) {
      add(sign, goal.gain(entry));
    }
    if (claimed != 0) {
      add(-claimed, goal.cost(entry));
    }
    for (int i = rowStart(entry); i < rowStart(entry + 1); i++) {
      add(-rowPrice[i], coefficient[i]);
    }
  }

  private int rowStart(int entry) {
    return start.length == 0 ? 0 : start[entry];
  }

  /** Lists the terms of the worth of an entry of any group. */
  private void show(int entry) {
    of(entry / types);
    terms = 0;
    add(owed[first], columns.rate[entry]);
    add(-workers, price(entry));
    listFurther(entry);
  }

  private void add(double factor, double number) {
    a[terms] = factor;
    b[terms++] = number;
  }
}
