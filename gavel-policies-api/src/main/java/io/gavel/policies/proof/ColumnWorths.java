package io.gavel.policies.proof;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.statement.Goal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes reduced costs of columns, as in {@link DualProof}. The best column of a job is found by
 * rounded sums, and by exact ones where their errors leave a doubt. Mutable.
 */
final class ColumnWorths {

  private static final int NONE = -1;

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
  private final RoundedSum worth = new RoundedSum();
  private final RoundedSum most = new RoundedSum();

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
  void addTo(ExactSum sum, double claimedRatio) {
    claimed = claimedRatio;
    for (int m = 0; m < owed.length; m++) {
      if (owed[m] != 0 || column.hasFurther) {
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
    for (int i = columns.ofJob.start(m); i < columns.ofJob.end(m); i++) {
      int g = columns.ofJob.group(i);
      column.of(g);
      if (!ofPartners && column.first != m) {
        continue;
      }
      for (int entry = g * types; entry < (g + 1) * types; entry++) {
        double sold = owed[column.first] * columns.rate[entry];
        double paid = column.workers * column.price(entry);
        double doubt = 0x1p-50 * (sold + paid) + 0x1p-1000;
        boolean worse = owed[column.first] == 0 || sold - paid + doubt < least;
        if (columns.runs(entry) && (column.hasFurther || !worse)) {
          column.weigh(entry, worth);
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
      column.show(best);
      sum.addProducts(column.a, column.b, column.terms);
    }
  }

  /** Returns whether an entry is worth more than another, or than 0 if that is none, exactly. */
  private boolean isBetter(int entry, int best) {
    exact.clear();
    if (best != NONE) {
      column.show(best);
      for (int i = 0; i < column.terms; i++) {
        exact.addProduct(-column.a[i], column.b[i]);
      }
    }
    column.show(entry);
    return exact.addProducts(column.a, column.b, column.terms).signum() > 0;
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

    /** Whether there may be more terms than throughput and workers. */
    private final boolean hasFurther =
        time.length > 0 || gains != null || ratio != null || priced.most > 0;

    void of(int group) {
      g = group;
      first = columns.first(g);
      second = columns.second(g);
      workers = columns.workers[g];
    }

    /** Sets a sum to the worth of an entry. */
    void weigh(int entry, RoundedSum worth) {
      worth.set(owed[first], columns.rate[entry], -workers, price(entry));
      if (hasFurther) {
        terms = 0;
        listFurther(entry);
        worth.addProducts(a, b, terms);
      }
    }

    /** Lists the terms of the worth of an entry. */
    void list(int entry) {
      terms = 0;
      add(owed[first], columns.rate[entry]);
      add(-workers, price(entry));
      listFurther(entry);
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

    void show(int entry) {
      of(entry / types);
      list(entry);
    }

    private void add(double factor, double number) {
      a[terms] = factor;
      b[terms++] = number;
    }
  }
}
