package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.internal.level.RegulaFalsi;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Upper limits that may hold jobs back alone. The least use of such a row that meets the demands of
 * its jobs needs no program: each job moves along the lower convex hull of its columns, which are
 * points (rate, coefficient). So the level at which a row is exhausted is an upper bound, exact if
 * no other resource is scarce. Several rows over the same jobs are one row in a sum with the right
 * prices, which one program of these jobs finds. Mutable.
 */
final class ScarceRows {

  /** The part of a row that is rounding. */
  private static final double ROUNDING = 1e-15;

  /** The part of a row by which its use must exceed it. */
  private static final double CLEAR_EXCESS = 1e-12;

  /** The reduced cost, relative to the largest coefficient of a job, that closes a column. */
  private static final double CLEAR_COST = 1e-6;

  private final AllocationProgram all;
  private final CouplingRows given;
  private final int[] start;
  private final boolean[] open;
  private final List<Row> rows = new ArrayList<>();

  /** The columns of a job with their coefficients in a row, 0 outside the row. */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  private record Use(int job, double[] cost) {}

  private static final class Row {
    final Sum sum;
    final double bound;
    final List<Use> uses = new ArrayList<>();
    double exhaustedAt = Double.POSITIVE_INFINITY;

    Row(Sum sum, double bound) {
      this.sum = sum;
      this.bound = bound;
    }
  }

  /** Rows at prices, above 0. */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Sum(int[] rows, double[] prices) {}

  /** Several rows over jobs that no other rows limit, and the program of these jobs alone. */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Block(int[] rows, AllocationProgram program) {

    boolean contains(Sum sum) {
      return IntStream.of(sum.rows).anyMatch(i -> Arrays.binarySearch(rows, i) >= 0);
    }

    /** Returns the rows at the prices of a proof, without rows whose price is negligible. */
    Sum at(double[] prices) {
      CouplingRows of = program.rows();
      double[] worth = new double[rows.length];
      Arrays.setAll(worth, i -> prices[i] * of.bound(i));
      double clear = CLEAR_COST * DoubleStream.of(worth).sum();
      int[] priced = IntStream.range(0, rows.length).filter(i -> worth[i] > clear).toArray();
      return new Sum(
          IntStream.of(priced).map(i -> rows[i]).toArray(),
          IntStream.of(priced).mapToDouble(i -> prices[i]).toArray());
    }
  }

  /**
   * A sum of rows that is exhausted, and its prices of throughput and time.
   *
   * @param level at which it is exhausted
   * @param sum the rows
   * @param jobs that have columns in it
   * @param owed the price of the throughput of each
   * @param time the price of the time of each
   * @param closed the columns that these prices keep at 0
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Exhausted(double level, Sum sum, int[] jobs, double[] owed, double[] time, int[] closed) {}

  /**
   * Finds the rows that are upper limits.
   *
   * @param all the program of all columns
   * @param given its rows; none if there are pairs
   * @param start the first column of each job, {@code [job]}
   * @param open whether a column is open, {@code [column]}; copied
   */
  ScarceRows(AllocationProgram all, CouplingRows given, int[] start, boolean[] open) {
    this.all = all;
    this.given = given;
    this.start = start;
    this.open = open.clone();
    for (int i = 0; i < given.count(); i++) {
      if (given.isUpperLimit(i)
          && given.sign(i) > 0
          && given.row(i).size() > 1
          && given.bound(i) > 0
          && given.row(i).freeSize() == 0) {
        add(new Sum(new int[] {i}, new double[] {1}));
      }
    }
  }

  /** Adds a sum of rows. */
  void add(Sum sum) {
    Map<Integer, double[]> costs = new TreeMap<>();
    double bound = 0;
    for (int i = 0; i < sum.rows.length; i++) {
      double price = sum.prices[i];
      bound += price * given.bound(sum.rows[i]);
      given.forEach(
          sum.rows[i],
          (c, a) -> {
            int m = all.first(c);
            double[] of = costs.computeIfAbsent(m, job -> new double[start[m + 1] - start[m]]);
            of[c - start[m]] += price * a;
          });
    }
    Row row = new Row(sum, bound);
    costs.forEach((m, cost) -> row.uses.add(new Use(m, cost)));
    rows.add(row);
  }

  /** Returns the rows that share jobs with other rows, if they fall into several blocks. */
  List<Block> blocks() {
    int[] to = IntStream.range(0, all.jobCount()).toArray();
    for (Row row : rows) {
      for (Use use : row.uses) {
        to[root(to, use.job)] = root(to, row.uses.get(0).job);
      }
    }
    Map<Integer, List<Row>> byRoot = new TreeMap<>();
    for (Row row : rows) {
      byRoot.computeIfAbsent(root(to, row.uses.get(0).job), m -> new ArrayList<>()).add(row);
    }
    List<Block> blocks = new ArrayList<>();
    byRoot.forEach(
        (root, of) -> {
          if (byRoot.size() > 1 && of.size() > 1) {
            int[] at = of.stream().mapToInt(row -> row.sum.rows[0]).toArray();
            boolean[] kept = new boolean[open.length];
            for (int c = 0; c < kept.length; c++) {
              kept[c] = open[c] && root(to, all.first(c)) == root;
            }
            CouplingRows some = given.only(i -> Arrays.binarySearch(at, i) >= 0);
            blocks.add(new Block(at, all.withRows(some).withColumns(kept)));
          }
        });
    return blocks;
  }

  private static int root(int[] to, int m) {
    int at = m;
    while (to[at] != at) {
      to[at] = to[to[at]];
      at = to[at];
    }
    return at;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns which columns are open, {@code [column]}; must not be modified. */
  boolean[] open() {
    return open;
  }

  /**
   * Returns the row that is exhausted first, and closes the columns that its prices keep at 0.
   *
   * @param demands the throughputs that a level demands, {@code [job]}; none decreases
   * @param low a level whose demands can be met
   * @param high a level above which demands do not grow
   */
  Optional<Exhausted> next(DoubleFunction<double[]> demands, double low, double high) {
    double level = high;
    double[] demanded = demands.apply(high);
    Row first = null;
    double[] before = rows.stream().mapToDouble(row -> row.exhaustedAt).toArray();
    for (int i : StableOrder.ascending(before)) { // mostly, the first is still the first
      Row row = rows.get(i);
      if (excess(row, demanded) > CLEAR_EXCESS * row.bound) {
        level = exhaustedAt(row, demands, low, level);
        row.exhaustedAt = level;
        demanded = demands.apply(level);
        first = row;
      }
    }
    if (first == null) {
      return Optional.empty();
    }
    rows.remove(first);
    return Optional.of(exhausted(first, level, demanded));
  }

  /** Returns the level at which a row is exhausted, mostly the same as before. */
  private double exhaustedAt(Row row, DoubleFunction<double[]> demands, double low, double high) {
    double accuracy = ROUNDING * row.bound;
    double before = row.exhaustedAt;
    if (before > low && before < high) {
      double excess = excess(row, demands.apply(before));
      if (excess >= 0 && excess <= accuracy) {
        return before;
      }
    }
    return RegulaFalsi.rightOfRoot(t -> excess(row, demands.apply(t)), low, high, accuracy);
  }

  private double excess(Row row, double[] demanded) {
    double sum = -row.bound;
    for (Use use : row.uses) {
      sum += new Hull(use).at(demanded[use.job]);
    }
    return sum;
  }

  private Exhausted exhausted(Row row, double level, double[] demanded) {
    int[] jobs = row.uses.stream().mapToInt(Use::job).toArray();
    double[] owed = new double[jobs.length];
    double[] time = new double[jobs.length];
    IntStream.Builder closed = IntStream.builder();
    for (int i = 0; i < jobs.length; i++) {
      Use use = row.uses.get(i);
      Hull hull = new Hull(use);
      hull.at(demanded[use.job]);
      owed[i] = hull.slope;
      int from = start[use.job];
      for (int k = 0; k < use.cost.length; k++) {
        double worth = owed[i] * all.rate(from + k) - use.cost[k];
        time[i] = open[from + k] ? Math.max(time[i], worth) : time[i];
      }
      double clear = CLEAR_COST * Arrays.stream(use.cost).max().orElse(0);
      for (int k = 0; k < use.cost.length; k++) {
        double cost = use.cost[k] + time[i] - owed[i] * all.rate(from + k);
        if (open[from + k] && cost > clear) {
          open[from + k] = false;
          closed.add(from + k);
        }
      }
    }
    return new Exhausted(level, row.sum, jobs, owed, time, closed.build().toArray());
  }

  /** The least use of a row by one job. */
  private final class Hull {
    private final Use use;

    /** The use of another unit of throughput. */
    double slope;

    Hull(Use use) {
      this.use = use;
    }

    double at(double demand) {
      int from = start[use.job];
      double rate = 0;
      double cost = 0;
      slope = 0;
      while (rate < demand) {
        int next = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < use.cost.length; k++) {
          double more = all.rate(from + k) - rate;
          if (open[from + k] && more > 0) {
            double steep = (use.cost[k] - cost) / more;
            if (steep < least || (steep == least && all.rate(from + k) > all.rate(from + next))) {
              least = steep;
              next = k;
            }
          }
        }
        if (next < 0) { // only rounding asks for more than the fastest rate
          return cost;
        }
        slope = least;
        if (all.rate(from + next) >= demand) {
          return cost + slope * (demand - rate);
        }
        rate = all.rate(from + next);
        cost = use.cost[next];
      }
      return cost;
    }
  }
}
