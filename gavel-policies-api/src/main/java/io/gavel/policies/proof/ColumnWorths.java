package io.gavel.policies.proof;

import io.gavel.policies.internal.exact.ExactSum;
import io.gavel.policies.internal.exact.Sum;
import io.gavel.policies.statement.Goal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What columns are worth beyond what they pay, as in {@link DualProof}. The best column of a job is
 * found by compensated sums, and by exact ones where these leave a doubt. Mutable.
 */
final class ColumnWorths {

  /** The rounding of the rest of a compensated sum, relative to the sum of all sizes. */
  private static final double ROUNDING = 0x1p-104;

  /** Below this size, products may lose bits. */
  private static final double TINY = 0x1p-900;

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

  /** -1 if the goal is minimised: then its negative is maximised. */
  private final double sign;

  /** The rounding of a worth, relative to the sizes of its terms. */
  private final double rounding;

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
    double terms = priced.most + 8.0;
    rounding = ROUNDING * terms * terms;
  }

  /**
   * Adds, for each job, the worth of the best of its columns if it is above 0.
   *
   * @param claimedRatio the claimed bound on a ratio: then no sum of gains minus so many costs is
   *     above 0; ignored for other goals
   */
  void addTo(Sum sum, double claimedRatio) {
    claimed = claimedRatio;
    ExactSum exact = new ExactSum();
    Column column = new Column();
    for (int m = 0; m < owed.length; m++) {
      int best = -1;
      double worth = 0;
      double rest = 0;
      double size = 0;
      for (int i = columns.ofJob.start(m); i < columns.ofJob.end(m); i++) {
        int g = columns.ofJob.group(i);
        column.of(g);
        for (int entry = g * types; column.first == m && entry < (g + 1) * types; entry++) {
          if (!columns.runs(entry)) {
            continue;
          }
          column.estimate(entry);
          double ahead = (column.worth - worth) + (column.rest - rest);
          double sizes = column.size + size;
          boolean clear = Math.abs(ahead) > rounding * sizes && sizes > TINY && sizes < 1 / TINY;
          if (clear ? ahead > 0 : isBetter(entry, best, exact)) {
            best = entry;
            worth = column.worth;
            rest = column.rest;
            size = column.size;
          }
        }
      }
      if (best >= 0) {
        column.of(best / types);
        column.addTo(sum, best, 1);
      }
    }
  }

  /** Whether an entry is worth more than another, or than 0 if that is below 0, exactly. */
  private boolean isBetter(int entry, int best, ExactSum exact) {
    Column column = new Column();
    column.of(entry / types);
    column.addTo(exact.clear(), entry, 1);
    if (best >= 0) {
      column.of(best / types);
      column.addTo(exact, best, -1);
    }
    return exact.signum() > 0;
  }

  /** A group on a worker type. Mutable, for many in turn. */
  private final class Column {
    int first;
    private int g;
    private int second;
    private double workers;

    /** A sum of the terms of the worth, what rounding took from it, and the sum of their sizes. */
    double worth;

    double rest;
    double size;

    void of(int group) {
      g = group;
      first = columns.first(g);
      second = columns.second(g);
      workers = columns.workers[g];
    }

    void estimate(int entry) {
      int j = entry - g * types;
      worth = 0;
      rest = 0;
      size = 0;
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

    private void add(double a, double b) {
      double product = a * b;
      double next = worth + product;
      double part = next - worth;
      rest += (worth - (next - part)) + (product - part) + Math.fma(a, b, -product);
      worth = next;
      size += Math.abs(product);
    }

    void addTo(Sum to, int entry, int factor) {
      int j = entry - g * types;
      to.addProduct(-factor * workers, pools[columns.pool[j]]);
      to.addProduct(factor * owed[first], columns.rate[entry]);
      to.add(-factor * time(first));
      if (second >= 0) {
        to.addProduct(factor * owed[second], columns.secondRate[entry - owed.length * types]);
        to.add(-factor * time[second]);
      }
      if (gains != null) {
        to.addProduct(factor * sign, gains.gain(entry));
      }
      if (ratio != null) {
        to.addProduct(factor, ratio.gain(entry));
        to.addProduct(-factor * claimed, ratio.cost(entry));
      }
      for (int i = priced.start(entry); i < priced.end(entry); i++) {
        to.addProduct(-factor * priced.price[i], priced.coefficient[i]);
      }
    }
  }

  private double time(int m) {
    return time.length == 0 ? 0 : time[m];
  }
}
