package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The step from time of classes to time of jobs. It splits the time of each class among its members
 * ({@link UniformMachineSplit}), then finds partners. In a column of two classes the members of
 * each class are laid in a row by their time, and members at the same position are partners (the
 * north-west corner rule). This yields about as many pairs as members. In a column of a class
 * paired with itself, the first half of the time is matched with the second half, so no job is its
 * own partner as long as none has more than half of the time.
 */
final class ClassShares {

  private static final int NONE = -1;

  /** Relative amounts of time below this are rounding and are dropped. */
  private static final double ROUNDING = 1e-13;

  private final PairClasses classes;
  private final ClassPoint program;
  private final List<JobTime> times = new ArrayList<>();
  private final List<JobTime> shares = new ArrayList<>();
  private final List<Integer> misfits = new ArrayList<>();

  private ClassShares(PairClasses classes, ClassPoint program) {
    this.classes = classes;
    this.program = program;
  }

  /** Returns a division that gives each job its demand. */
  static ClassShares of(PairClasses classes, ClassPoint program) {
    ClassShares shares = new ClassShares(classes, program);
    int[][] columnsOf = classes.columnsOf();
    for (int a = 0; a < columnsOf.length; a++) {
      shares.split(a, columnsOf[a]);
    }
    if (shares.misfits.isEmpty()) {
      shares.match();
    }
    return shares;
  }

  /** Jobs that would have to be their own partners, at most one of each class. */
  List<Integer> misfits() {
    return misfits;
  }

  /** Returns the time of jobs and pairs in columns. */
  List<JobTime> shares() {
    return shares;
  }

  private void split(int a, int[] columns) {
    int[] order = byDemand(classes.members[a]);
    double[] demands = Arrays.stream(order).mapToDouble(program::demand).toArray();
    UniformMachineSplit split =
        UniformMachineSplit.of(
            classes, a, columns, c -> classes.share(c, a) * program.time(c), demands, 1);
    SelfPairRepair self = SelfPairRepair.of(classes, a, split, demands);
    if (self.misfit() != NONE) {
      misfits.add(order[self.misfit()]);
    }
    for (JobTime of : self.fitted()) {
      times.add(new JobTime(order[of.job()], NONE, of.column(), of.amount()));
    }
  }

  private int[] byDemand(int[] members) {
    double one = program.demand(members[0]);
    if (Arrays.stream(members).allMatch(m -> program.demand(m) == one)) {
      return members;
    }
    return StableOrder.ascending(members, m -> -program.demand(m));
  }

  /** Matches partners, column by column. */
  private void match() {
    int[] start = new int[2 * classes.count() + 1];
    for (int e = 0; e < times.size(); e++) {
      start[side(e) + 1]++;
    }
    for (int i = 1; i < start.length; i++) {
      start[i] += start[i - 1];
    }
    int[] sorted = new int[times.size()];
    int[] next = start.clone();
    for (int e = 0; e < sorted.length; e++) {
      sorted[next[side(e)]++] = e;
    }
    for (int c = 0; c < classes.count(); c++) {
      int[] ofFirst = Arrays.copyOfRange(sorted, start[2 * c], start[2 * c + 1]);
      if (classes.second[c] == PairClasses.NONE) {
        for (int e : ofFirst) {
          shares.add(new JobTime(times.get(e).job(), NONE, c, amount(e)));
        }
      } else if (classes.second[c] == classes.first[c]) {
        matchSelf(c, ofFirst);
      } else {
        int[] ofSecond = Arrays.copyOfRange(sorted, start[2 * c + 1], start[2 * c + 2]);
        match(c, ofFirst, ofSecond, 0);
      }
    }
  }

  private int side(int e) {
    int c = times.get(e).column();
    return 2 * c + (classes.classOf[times.get(e).job()] == classes.first[c] ? 0 : 1);
  }

  private double amount(int e) {
    return times.get(e).amount();
  }

  private void matchSelf(int c, int[] entries) {
    double whole = 0;
    for (int e : entries) {
      whole += amount(e);
    }
    match(c, entries, entries, whole / 2);
  }

  /** Matches two lists of entries in a column until one ends, the second one from an offset. */
  private void match(int c, int[] ones, int[] others, double offset) {
    int j = 0;
    double skipped = offset;
    while (j < others.length && skipped >= amount(others[j])) {
      skipped -= amount(others[j++]);
    }
    int i = 0;
    double leftOfOne = ones.length == 0 ? 0 : amount(ones[0]);
    double leftOfOther = j == others.length ? 0 : amount(others[j]) - skipped;
    while (i < ones.length && j < others.length) {
      double both = Math.min(leftOfOne, leftOfOther);
      int m = times.get(ones[i]).job();
      int n = times.get(others[j]).job();
      if (m != n && both > 0) {
        shares.add(new JobTime(m, n, c, both));
      }
      leftOfOne -= both;
      leftOfOther -= both;
      if (leftOfOne <= ROUNDING * both && ++i < ones.length) {
        leftOfOne = amount(ones[i]);
      }
      if (leftOfOther <= ROUNDING * both && ++j < others.length) {
        leftOfOther = amount(others[j]);
      }
    }
  }
}
