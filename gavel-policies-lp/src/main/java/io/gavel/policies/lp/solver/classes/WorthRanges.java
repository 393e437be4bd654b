package io.gavel.policies.lp.solver.classes;

import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The jobs of each class by falling worth of a step, cut into ranges. Mutable. */
final class WorthRanges {

  /** The ranges of a class at first. */
  private static final int AT_FIRST = 4;

  private final double[] worth;

  /** The jobs of each class by falling worth, {@code [class][rank]}. */
  private final int[][] ranked;

  /** The first rank of each range of each class, {@code [class][range]}. */
  private final int[][] start;

  /** The number of the first range of each class, {@code [class]}; the last entry is the count. */
  private final int[] first;

  WorthRanges(int[][] members, double[] worth) {
    this.worth = worth;
    ranked = new int[members.length][];
    start = new int[members.length][];
    for (int a = 0; a < ranked.length; a++) {
      ranked[a] =
          IntStream.of(members[a])
              .boxed()
              .sorted(Comparator.comparingDouble(m -> -worth[m]))
              .mapToInt(Integer::intValue)
              .toArray();
      int jobs = ranked[a].length;
      boolean alike = worth[ranked[a][0]] == worth[ranked[a][jobs - 1]];
      start[a] =
          IntStream.range(0, alike ? 1 : AT_FIRST)
              .map(i -> (int) ((long) jobs * i / AT_FIRST))
              .distinct()
              .toArray();
    }
    first = new int[ranked.length + 1];
    count();
  }

  private void count() {
    for (int a = 0; a < start.length; a++) {
      first[a + 1] = first[a] + start[a].length;
    }
  }

  /** Returns the worth of a step of each job, {@code [job]}; not a copy. */
  double[] worth() {
    return worth;
  }

  double worth(int m) {
    return worth[m];
  }

  /** Returns the job of a rank in a class. */
  int job(int a, int rank) {
    return ranked[a][rank];
  }

  /** Returns the number of ranges of a class. */
  int count(int a) {
    return start[a].length;
  }

  /**
   * Returns the first rank of a range of a class; of the one after the last, the number of jobs.
   */
  int start(int a, int range) {
    return range == start[a].length ? ranked[a].length : start[a][range];
  }

  /** Returns the number of jobs of a range. */
  int size(int a, int range) {
    return start(a, range + 1) - start(a, range);
  }

  /** Returns the mean worth of the jobs of a range. */
  double mean(int a, int range) {
    double sum = 0;
    for (int i = start(a, range); i < start(a, range + 1); i++) {
      sum += worth[ranked[a][i]];
    }
    return sum / size(a, range);
  }

  /**
   * Returns the columns of ranges, with the mean worth of their jobs.
   *
   * @param classes the columns of classes, whose rate is the earning of a member per worth
   * @param choosers the jobs that may choose each column
   * @param source receives the column of classes of each column
   */
  PairClasses columns(PairClasses classes, Choosers choosers, Entries source) {
    int[] rangeOf = new int[worth.length];
    double[] mean = new double[first[ranked.length]];
    for (int a = 0; a < ranked.length; a++) {
      for (int r = 0; r < start[a].length; r++) {
        mean[first[a] + r] = mean(a, r);
        for (int i = start(a, r); i < start(a, r + 1); i++) {
          rangeOf[ranked[a][i]] = first[a] + r;
        }
      }
    }
    PairClasses columns = new PairClasses(rangeOf, mean.length);
    for (int c = 0; c < classes.count(); c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      int[] ofFirst = near(choosers, c, a);
      int[] ofSecond = b == PairClasses.NONE || b == a ? ofFirst : near(choosers, c, b);
      for (int r : ofFirst) {
        if (b == PairClasses.NONE) {
          add(columns, classes, c, r, b, mean[r] * classes.rate[c], source);
          continue;
        }
        for (int s : ofSecond) {
          if (a != b || r < s || (r == s && size(a, r - first[a]) > 1)) {
            double gain = mean[r] * classes.rate[c] + mean[s] * classes.secondRate[c];
            add(columns, classes, c, r, s, gain, source);
          }
        }
      }
    }
    return columns;
  }

  /** Returns the ranges of a class that may choose a column. */
  private int[] near(Choosers choosers, int c, int a) {
    return IntStream.range(0, count(a))
        .filter(r -> choosers.reach(c, a, start(a, r), start(a, r + 1)))
        .map(r -> first[a] + r)
        .toArray();
  }

  private static void add(
      PairClasses columns, PairClasses classes, int c, int r, int s, double gain, Entries source) {
    columns.add(
        r,
        s,
        classes.pool[c],
        classes.place[c],
        classes.size[c],
        classes.rate[c],
        classes.secondRate[c],
        gain);
    classes.forEachRow(c, columns::couple);
    source.add(c, 1);
  }

  /**
   * Cuts ranges in which choices change, unless that hardly matters; returns whether any is cut.
   *
   * @param little the part of the bound that may stay open in a range
   */
  boolean cut(RangePrices prices, double little) {
    boolean any = false;
    for (int of = 0; of < ranked.length; of++) {
      int a = of;
      TreeSet<Integer> cuts = new TreeSet<>();
      for (int r = 0; r < start[a].length; r++) {
        int from = start(a, r);
        int to = start(a, r + 1);
        cuts.add(from);
        if (prices.open(a, r) > little) {
          Arrays.stream(prices.changes(a)).filter(i -> i > from && i < to).forEach(cuts::add);
        }
      }
      any |= cuts.size() > start[a].length;
      start[a] = cuts.stream().mapToInt(Integer::intValue).toArray();
    }
    count();
    return any;
  }
}
