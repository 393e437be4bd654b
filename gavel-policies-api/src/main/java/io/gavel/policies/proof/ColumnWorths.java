package io.gavel.policies.proof;

import io.gavel.policies.internal.exact.ExactSum;
import io.gavel.policies.internal.exact.RoundedSum;
import io.gavel.policies.internal.exact.Sum;
import io.gavel.policies.statement.Goal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What columns are worth beyond what they pay, as in {@link DualProof}. The best column of a job is
 * found by compensated sums, and by exact ones where these leave a doubt. Mutable.
 */
final class ColumnWorths {

  private final ColumnNumbers columns;
  private final int types;
  private final PricedRows priced;
  private final double[] pools;
  private final double[] owed;
  private final double[] time;

  /** The gains of a total; null for other goals. */
  private final Goal.@Nullable Total gains;

  /** The gains and costs of a ratio; null for other goals. */
  private final Goal.@Nullable Ratio ratio;

  private double claimed;

  private final ExactSum exact = new ExactSum();
  private final Column column;
  private RoundedSum worth = new RoundedSum();
  private RoundedSum most = new RoundedSum();

  /** -1 if the goal is minimised: then its negative is maximised. */
  private final double sign;

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
    gains = goal instanceof Goal.Total total ? total : null;
    ratio = goal instanceof Goal.Ratio of ? of : null;
    sign = goal.minimized() ? -1 : 1;
    priced = new PricedRows(rows, signed, columns.groups * types);
    column = new Column();
  }

  /**
   * Adds, for each job, the worth of the best of its columns if it is above 0.
   *
   * @param claimedRatio the claimed bound on a ratio: then no sum of gains minus so many costs is
   *     above 0; ignored for other goals
   */
  void addTo(Sum sum, double claimedRatio) {
    claimed = claimedRatio;
    for (int m = 0; m < owed.length; m++) {
      addBest(sum, m);
    }
  }

  /** Adds the worth of the best column of one job, if it is above 0. */
  void addBest(Sum sum, int m) {
    int best = -1;
    most.clear();
    for (int i = columns.ofJob.start(m); i < columns.ofJob.end(m); i++) {
      int g = columns.ofJob.group(i);
      column.of(g);
      for (int entry = g * types; column.first == m && entry < (g + 1) * types; entry++) {
        if (!columns.runs(entry)) {
          continue;
        }
        column.list(entry);
        worth.clear().addProducts(column.a, column.b, column.terms);
        int clear = worth.compareClearly(most);
        if (clear > 0 || (clear == 0 && isBetter(entry, best))) {
          best = entry;
          RoundedSum beaten = most;
          most = worth;
          worth = beaten;
        }
      }
    }
    if (best >= 0) {
      column.of(best / types);
      column.list(best);
      sum.addProducts(column.a, column.b, column.terms);
    }
  }

  /** Whether an entry is worth more than another, or than 0 if that is below 0, exactly. */
  private boolean isBetter(int entry, int best) {
    exact.clear();
    if (best >= 0) {
      column.of(best / types);
      column.list(best);
      for (int i = 0; i < column.terms; i++) {
        exact.addProduct(-column.a[i], column.b[i]);
      }
    }
    column.of(entry / types);
    column.list(entry);
    exact.addProducts(column.a, column.b, column.terms);
    return exact.signum() > 0;
  }

  /** A group on a worker type. Mutable, for many in turn. */
  private final class Column {
    int first;
    private int g;
    private int second;
    private double workers;

    /** The terms of the worth of an entry: products of two numbers. */
    final double[] a = new double[priced.most + 8];

    final double[] b = new double[a.length];
    int terms;

    void of(int group) {
      g = group;
      first = columns.first(g);
      second = columns.second(g);
      workers = columns.workers[g];
    }

    /** Lists the terms of the worth of an entry. */
    void list(int entry) {
      int j = entry - g * types;
      terms = 0;
      add(owed[first], columns.rate[entry]);
      add(-workers, pools[columns.pool[j]]);
      if (time.length > 0) {
        add(-1, time[first]);
      }
      if (second >= 0) {
        add(owed[second], columns.secondRate[entry - owed.length * types]);
        add(-1, time[second]);
      }
      if (gains != null) {
        add(sign, gains.gain(entry));
      }
      if (ratio != null) {
        add(1, ratio.gain(entry));
        add(-claimed, ratio.cost(entry));
      }
      for (int i = priced.start(entry); i < priced.end(entry); i++) {
        add(-priced.price[i], priced.coefficient[i]);
      }
    }

    private void add(double factor, double number) {
      a[terms] = factor;
      b[terms++] = number;
    }
  }
}
