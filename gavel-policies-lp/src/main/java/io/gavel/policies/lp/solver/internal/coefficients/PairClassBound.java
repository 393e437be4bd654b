package io.gavel.policies.lp.solver.internal.coefficients;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prices of time that pay for all pairs of the members of classes. The least net price of a
 * member's time in a column with rate T, {@code min_m (u_m − y_m T)}, stands for all members of a
 * class; in a column of a class with itself, that of any two members. Stateless.
 */
public final class PairClassBound {

  private PairClassBound() {}

  /**
   * Raises the prices of time of each class until no column is worth more than it pays.
   *
   * @param pools prices of pools, {@code [pool]}
   * @param time prices of time, {@code [job]}; raised
   * @param owed prices of throughput, {@code [job]}
   * @param ofRows prices of coupling rows, with the signs that they have in the cost of a column,
   *     {@code [row]}
   */
  public static void raise(
      PairClasses classes, double[] pools, double[] time, double[] owed, double[] ofRows) {
    double[] raised = raised(classes, pools, time, owed, ofRows);
    Arrays.setAll(time, m -> time[m] + raised[classes.classOf[m]]);
  }

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
