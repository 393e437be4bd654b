package io.gavel.policies.lp.solver.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The cost of each column for each of its classes at the prices of a program of ranges, and the
 * choices of the members at these costs. Immutable.
 */
final class RangePrices {

  private static final int NONE = -1;

  private final WorthRanges ranges;
  private final PairClasses classes;
  private final Places[] places;

  /** The place of each column among the columns of its classes, {@code [column]}. */
  private final int[] placeOfFirst;

  private final int[] placeOfSecond;
  private final int[][] changes;
  private final double[] time;

  /** The places that a member of one class can choose: columns, or sides of columns. */
  private static final class Places {
    final double[] rate;
    final double[] cost;

    /** The rank of the one job for which the costs of pairs within the class differ, or none. */
    final int[] except;

    final double[] costOfThat;
    int count;

    Places(int most) {
      rate = new double[most];
      cost = new double[most];
      except = new int[most];
      costOfThat = new double[most];
    }

    int add(double earned, double paid) {
      return add(earned, paid, NONE, paid);
    }

    int add(double earned, double paid, int rank, double paidByThat) {
      rate[count] = earned;
      cost[count] = paid;
      except[count] = rank;
      costOfThat[count] = paidByThat;
      return count++;
    }

    double left(int s, double worth, int rank) {
      return worth * rate[s] - (except[s] == rank ? costOfThat[s] : cost[s]);
    }
  }

  /**
   * Divides the costs of columns.
   *
   * @param classes the columns of classes, whose rate is the earning of a member per worth
   * @param relaxed the solved program of the ranges
   */
  RangePrices(
      AllocationProgram program, PairClasses classes, WorthRanges ranges, ClassProgram relaxed) {
    this.ranges = ranges;
    Prices prices = relaxed.prices();
    double[] ofRow = relaxed.rowPrices();
    int[][] columnsOf = classes.columnsOf();
    places = new Places[columnsOf.length];
    placeOfFirst = new int[classes.count()];
    placeOfSecond = new int[classes.count()];
    this.classes = classes;
    Arrays.setAll(places, a -> new Places(columnsOf[a].length));
    double[][] mean = new double[places.length][];
    double[][] paid = new double[places.length][];
    for (int of = 0; of < places.length; of++) {
      int a = of;
      mean[a] = new double[ranges.count(a)];
      paid[a] = new double[ranges.count(a)];
      Arrays.setAll(mean[a], r -> ranges.mean(a, r));
      Arrays.setAll(paid[a], r -> prices.ofTime(ranges.job(a, ranges.start(a, r))));
    }
    for (int c = 0; c < classes.count(); c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      double[] cost = {classes.size[c] * prices.ofPool(classes.pool[c])};
      classes.forEachRow(c, (i, x) -> cost[0] += x * program.rows().sign(i) * ofRow[i]);
      int ready = readiest(mean[a], paid[a], classes.rate[c]);
      double ofFirst = mean[a][ready] * classes.rate[c] - paid[a][ready];
      if (b == PairClasses.NONE) {
        placeOfFirst[c] = places[a].add(classes.rate[c], cost[0]);
      } else if (b != a) {
        int other = readiest(mean[b], paid[b], classes.secondRate[c]);
        double ofSecond = mean[b][other] * classes.secondRate[c] - paid[b][other];
        double left = (cost[0] - ofFirst - ofSecond) / 2;
        placeOfFirst[c] = places[a].add(classes.rate[c], ofFirst + left);
        placeOfSecond[c] = places[b].add(classes.secondRate[c], ofSecond + left);
      } else if (2 * ofFirst > cost[0]
          && ranges.size(a, ready) == 1) { // it has no pair with itself
        int rank = ranges.start(a, ready);
        placeOfFirst[c] = places[a].add(classes.rate[c], cost[0] - ofFirst, rank, ofFirst);
      } else {
        placeOfFirst[c] = places[a].add(classes.rate[c], cost[0] / 2);
      }
    }
    changes = new int[places.length][];
    time = new double[program.jobCount()];
    Arrays.setAll(changes, a -> choose(a, places[a]));
  }

  /** Returns the range that is ready to pay most for a column. */
  private static int readiest(double[] mean, double[] paid, double rate) {
    int most = 0;
    for (int r = 1; r < mean.length; r++) {
      most = mean[r] * rate - paid[r] > mean[most] * rate - paid[most] ? r : most;
    }
    return most;
  }

  /** Lets the members of a class choose; the ranks at which the choice changes. */
  private int[] choose(int a, Places places) {
    int jobs = ranges.start(a, ranges.count(a));
    int[] choice = new int[jobs];
    for (int i = 0; i < jobs; i++) {
      double worth = ranges.worth(ranges.job(a, i));
      double most = 0;
      choice[i] = NONE;
      for (int s = 0; s < places.count; s++) {
        double left = places.left(s, worth, i);
        if (left > most) {
          most = left;
          choice[i] = s;
        }
      }
      time[ranges.job(a, i)] = most;
    }
    return IntStream.range(1, jobs).filter(i -> choice[i] != choice[i - 1]).toArray();
  }

  /**
   * Returns the open amount of a range: the surplus of its jobs beyond the surplus of as many jobs
   * of their mean worth.
   */
  double open(int a, int range) {
    double sum = 0;
    for (int i = ranges.start(a, range); i < ranges.start(a, range + 1); i++) {
      sum += time[ranges.job(a, i)];
    }
    double most = 0;
    double mean = ranges.mean(a, range);
    for (int s = 0; s < places[a].count; s++) {
      most = Math.max(most, places[a].left(s, mean, NONE));
    }
    return sum - ranges.size(a, range) * most;
  }

  /**
   * Returns whether a column costs a job hardly more than the one that it chooses.
   *
   * @param most the fraction of its earnings by which a column may cost more
   */
  boolean isNear(int c, int a, int rank, double most) {
    int s = classes.first[c] == a ? placeOfFirst[c] : placeOfSecond[c];
    int m = ranges.job(a, rank);
    double earned = ranges.worth(m) * places[a].rate[s];
    return earned - places[a].cost[s] >= time[m] - most * earned;
  }

  /** Returns the ranks of a class at which members choose another column than the one before. */
  int[] changes(int a) {
    return changes[a];
  }

  /** Returns the surplus of each job at its choice: the prices of time, {@code [job]}. */
  double[] ofTime() {
    return time;
  }
}
