package io.gavel.policies.lp.solver.internal.coefficients;

import io.gavel.policies.Prices;
import io.gavel.policies.statement.Goal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A bound over all pairs of the members of classes, proved by any prices, like {@code DualBound}.
 * The least net price of a member's time in a column with rate T, {@code min_m (u_m − y_m T)},
 * stands for all members of a class; in a column of a class with itself, that of any two members.
 *
 * @param value the bound
 * @param prices the repaired prices that prove it
 * @param scale the factor by which the claimed prices were scaled
 */
public record PairClassBound(double value, Prices prices, double scale) {

  /**
   * Proves a bound.
   *
   * @param workers of each pool, {@code [pool]}
   * @param floor the least throughput of each job in steps per second, {@code [job]}
   * @param claim any prices, in units of the objective per unit of each row
   * @param bound of each coupling row, {@code [row]}
   * @param signed prices of the coupling rows, with the signs that they have in the cost of a
   *     column, {@code [row]}
   */
  public static PairClassBound of(
      double[] workers,
      double[] floor,
      Goal goal,
      PairClasses classes,
      Prices claim,
      double[] bound,
      double[] signed) {
    double sum = 0;
    boolean hasLevel = false;
    for (int m = 0; m < floor.length; m++) {
      sum += goal.requirement(m) * claim.ofThroughput(m);
      hasLevel |= goal.requirement(m) > 0;
    }
    double scale = hasLevel ? 1 / sum : 1;
    if (!Double.isFinite(scale)) {
      return new PairClassBound(Double.POSITIVE_INFINITY, claim, 1);
    }
    double[] pools = new double[workers.length];
    double[] time = new double[floor.length];
    double[] owed = new double[floor.length];
    Arrays.setAll(pools, k -> claim.ofPool(k) * scale);
    Arrays.setAll(time, m -> claim.ofTime(m) * scale);
    Arrays.setAll(owed, m -> claim.ofThroughput(m) * scale);
    double[] ofRows = Arrays.stream(signed).map(price -> price * scale).toArray();
    double[] raised = raised(classes, pools, time, owed, ofRows);
    double value = 0;
    for (int i = 0; i < ofRows.length; i++) {
      value += ofRows[i] * bound[i];
    }
    for (int k = 0; k < pools.length; k++) {
      value += pools[k] * workers[k];
    }
    for (int m = 0; m < time.length; m++) {
      time[m] += raised[classes.classOf[m]];
      value += time[m];
      value +=
          goal.weight(m) > 0
              ? Utility.conjugate(goal.power(), goal.weight(m), owed[m], floor[m])
              : -owed[m] * floor[m];
    }
    return Double.isFinite(value)
        ? new PairClassBound(value, Prices.of(pools, time, owed), scale)
        : new PairClassBound(
            Double.POSITIVE_INFINITY, Prices.zero(pools.length, time.length), scale);
  }

  /** Returns the amount by which the prices of time of each class must rise, {@code [class]}. */
  private static double[] raised(
      PairClasses classes, double[] pools, double[] time, double[] owed, double[] ofRows) {
    double[] raised = new double[classes.classes()];
    int[][] distinct = new int[classes.classes()][];
    Arrays.setAll(distinct, a -> distinct(classes.members[a], time, owed));
    for (int c = 0; c < classes.count(); c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      double lacking =
          classes.gain[c] - classes.size[c] * pools[classes.pool[c]] - classes.paid(c, ofRows);
      if (a == b) {
        lacking -= leastOfTwo(distinct[a], time, owed, classes.rateOf(c, a)) + 2 * raised[a];
        raised[a] += Math.max(0, lacking / 2);
        continue;
      }
      lacking -= least(distinct[a], time, owed, classes.rateOf(c, a)) + raised[a];
      if (b != PairClasses.NONE) {
        lacking -= least(distinct[b], time, owed, classes.rateOf(c, b)) + raised[b];
      }
      raised[a] += Math.max(0, lacking);
    }
    return raised;
  }

  /** Members, without members whose prices equal the prices of two earlier ones. */
  private static int[] distinct(int[] members, double[] time, double[] owed) {
    Map<Long, Integer> seen = new HashMap<>();
    Set<Long> twice = new HashSet<>();
    List<Integer> distinct = new ArrayList<>();
    for (int m : members) {
      long hash =
          SplitMix.mixed(Double.doubleToLongBits(time[m]), Double.doubleToLongBits(owed[m]));
      Integer known = seen.putIfAbsent(hash, m);
      if (known == null || time[known] != time[m] || owed[known] != owed[m] || twice.add(hash)) {
        distinct.add(m);
      }
    }
    return distinct.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double least(int[] members, double[] time, double[] owed, double rate) {
    double least = Double.POSITIVE_INFINITY;
    for (int m : members) {
      least = Math.min(least, time[m] - owed[m] * rate);
    }
    return least;
  }

  /** The same of two members together: no job is its own partner. */
  private static double leastOfTwo(int[] members, double[] time, double[] owed, double rate) {
    double least = Double.POSITIVE_INFINITY;
    double next = Double.POSITIVE_INFINITY;
    for (int m : members) {
      double net = time[m] - owed[m] * rate;
      next = Math.min(next, Math.max(least, net));
      least = Math.min(least, net);
    }
    return least + next;
  }
}
