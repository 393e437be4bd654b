package io.gavel.policies.lp.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Assigns jobs to workers and to positions in their queues so that the sum of completion times is
 * minimal. A job at position {@code i} from the end of a queue delays itself and the {@code i - 1}
 * jobs behind it, so it costs {@code i} times its seconds.
 *
 * <p>The workers of a pool are identical, so position {@code i} of pool {@code k} is one column
 * with {@code workers_k} slots: a transportation problem. Jobs are added one by one, each along a
 * shortest augmenting path (Jonker and Volgenant, Computing 38, 1987) with a price for every full
 * column. Columns beyond the first one of a pool that is not full cannot improve the result, so n
 * jobs need at most {@code K + Σ n / workers_k} columns. Adding a job takes O(n · columns) steps.
 */
final class MinCostAssignment {

  private static final int NONE = -1;

  private final double[][] seconds;
  private final int[] workers;

  /**
   * The jobs of every column, {@code [position - 1][pool]} row-major; columns are never emptied.
   */
  private final List<List<Integer>> members = new ArrayList<>();

  private final int[] columnOf;

  /** The saving by one more slot in a column; 0 if slots are free. */
  private final double[] price;

  private MinCostAssignment(double[][] seconds, int[] workers) {
    this.seconds = seconds;
    this.workers = workers;
    columnOf = new int[seconds.length];
    Arrays.fill(columnOf, NONE);
    price = new double[(seconds.length + 1) * workers.length];
  }

  /**
   * Solves.
   *
   * @param seconds the duration of each job, {@code [job][pool]}, {@code > 0}; infinite on pools
   *     where it cannot run, but not on all
   * @param workers the workers of each pool; 0 only where no job can run
   */
  static MinCostAssignment of(double[][] seconds, int[] workers) {
    MinCostAssignment assignment = new MinCostAssignment(seconds, workers);
    for (int m = 0; m < seconds.length; m++) {
      assignment.add(m);
    }
    return assignment;
  }

  private void add(int job) {
    int columns = columnsInSight();
    double[] distance = new double[columns];
    int[] comingFrom = new int[columns];
    boolean[] scanned = new boolean[columns];
    Arrays.fill(comingFrom, job);
    Arrays.setAll(distance, c -> cost(job, c) + price[c]);
    int c = nearest(distance, scanned);
    while (isFull(c)) {
      scanned[c] = true;
      for (int member : members.get(c)) {
        double reached = distance[c] - cost(member, c) - price[c];
        for (int d = 0; d < columns; d++) {
          double length = reached + cost(member, d) + price[d];
          if (!scanned[d] && length < distance[d]) {
            distance[d] = length;
            comingFrom[d] = member;
          }
        }
      }
      c = nearest(distance, scanned);
    }
    for (int d = 0; d < columns; d++) {
      price[d] += scanned[d] ? distance[c] - distance[d] : 0;
    }
    for (int mover = NONE; mover != job; ) {
      mover = comingFrom[c];
      int left = columnOf[mover];
      columnOf[mover] = c;
      members.get(c).add(mover);
      if (left != NONE) {
        members.get(left).remove((Integer) mover);
      }
      c = left;
    }
  }

  /** Opens the position after the last one in use; returns the number of columns. */
  private int columnsInSight() {
    int pools = workers.length;
    int last = members.size() - pools;
    if (last < 0
        || members.subList(last, last + pools).stream().anyMatch(used -> !used.isEmpty())) {
      for (int k = 0; k < pools; k++) {
        members.add(new ArrayList<>());
      }
    }
    return members.size();
  }

  private int nearest(double[] distance, boolean[] scanned) {
    int nearest = NONE;
    for (int c = 0; c < distance.length; c++) {
      if (!scanned[c] && (nearest == NONE || distance[c] < distance[nearest])) {
        nearest = c;
      }
    }
    return nearest;
  }

  private boolean isFull(int c) {
    return members.get(c).size() == workers[c % workers.length];
  }

  private double cost(int m, int c) {
    return (c / workers.length + 1) * seconds[m][c % workers.length];
  }

  /** Returns the pool of a job. */
  int pool(int m) {
    return columnOf[m] % workers.length;
  }

  /** Returns the position of a job, from 1, counted from the end of its worker's queue. */
  int position(int m) {
    return columnOf[m] / workers.length + 1;
  }

  /** Returns the sum of completion times in seconds. */
  double objective() {
    double sum = 0;
    for (int m = 0; m < seconds.length; m++) {
      sum += cost(m, columnOf[m]);
    }
    return sum;
  }

  /**
   * Returns the seconds that one more worker of each pool would save, to first order: the prices of
   * its slots.
   */
  double[] poolPrices() {
    double[] prices = new double[workers.length];
    for (int c = 0; c < members.size(); c++) {
      prices[c % workers.length] += Math.max(0, price[c]); // rounding leaves some just below 0
    }
    return prices;
  }

  /** Returns a lower bound on all assignments; by weak duality it holds for all prices. */
  double bound() {
    double bound = 0;
    for (int m = 0; m < seconds.length; m++) {
      double least = Double.POSITIVE_INFINITY;
      for (int c = 0; c < members.size(); c++) {
        least = Math.min(least, cost(m, c) + Math.max(0, price[c]));
      }
      bound += least;
    }
    double[] pools = poolPrices();
    for (int k = 0; k < pools.length; k++) {
      bound -= pools[k] * workers[k];
    }
    return bound;
  }
}
