package io.gavel.policies.lp.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds classes of interchangeable jobs where pairs are known by job type. Immutable. */
final class SharedPairClasses {

  private final SharedPairs pairs;

  /** Of jobs alone, ordered by job. */
  private final Columns columns;

  private final Objective objective;

  SharedPairClasses(SharedPairs pairs, Columns columns, Objective objective) {
    this.pairs = pairs;
    this.columns = columns;
    this.objective = objective;
  }

  /** Jobs of one kind with the same columns alone, whose steps are worth the same. */
  int[] classOf() {
    int n = pairs.jobs();
    long[] signs = new long[n];
    for (int m = 0; m < n; m++) {
      signs[m] = SplitMix.mixed(pairs.kindOf(m), Double.doubleToLongBits(pairs.worth(m)));
    }
    for (int c = 0; c < columns.count(); c++) {
      int m = columns.first[c];
      long sign = SplitMix.mixed(signs[m], columns.entry[c] % pairs.types());
      sign = SplitMix.mixed(sign, Double.doubleToLongBits(columns.size[c]));
      sign = SplitMix.mixed(sign, Double.doubleToLongBits(columns.rate[c]));
      signs[m] = SplitMix.mixed(sign, Double.doubleToLongBits(objective.gain(c)));
    }
    Map<Long, Integer> numbers = new HashMap<>();
    int[] classes = new int[n];
    for (int m = 0; m < n; m++) {
      int fresh = numbers.size();
      classes[m] = numbers.computeIfAbsent(signs[m], sign -> fresh);
    }
    return classes;
  }

  /** The columns between classes; none if members of a class differ after all. */
  List<PairClasses> between(int[] classOf) {
    PairClasses classes = new PairClasses(classOf, Arrays.stream(classOf).max().orElse(-1) + 1);
    int[][] columnsOf = new int[classOf.length][0];
    for (int c = 0, from = 0; c < columns.count(); c++) { // columns are ordered by job
      if (c + 1 == columns.count() || columns.first[c + 1] != columns.first[c]) {
        int first = from;
        columnsOf[columns.first[c]] = new int[c + 1 - from];
        Arrays.setAll(columnsOf[columns.first[c]], i -> first + i);
        from = c + 1;
      }
    }
    for (int a = 0; a < classes.classes(); a++) {
      int[] members = classes.members[a];
      int one = members[0];
      for (int m : members) {
        if (!same(columnsOf[one], columnsOf[m], one, m)) {
          return List.of(); // two different signs met in one number
        }
      }
      for (int c : columnsOf[one]) {
        int j = columns.entry[c] % pairs.types();
        classes.addSolo(a, columns.pool[c], j, columns.size[c], columns.rate[c], objective.gain(c));
      }
    }
    for (int a = 0; a < classes.classes(); a++) {
      for (int b = a; b < classes.classes(); b++) {
        addPairs(classes, a, b);
      }
    }
    return List.of(classes);
  }

  private boolean same(int[] ones, int[] others, int one, int other) {
    boolean same = pairs.isAlike(one, other) && ones.length == others.length;
    for (int i = 0; same && i < ones.length; i++) {
      int c = ones[i];
      int d = others[i];
      same =
          columns.entry[c] % pairs.types() == columns.entry[d] % pairs.types()
              && columns.size[c] == columns.size[d]
              && columns.rate[c] == columns.rate[d]
              && objective.gain(c) == objective.gain(d);
    }
    return same;
  }

  private void addPairs(PairClasses classes, int a, int b) {
    int one = classes.members[a][0];
    int other = classes.members[b][0];
    int of = pairs.kindOf(one);
    int beside = pairs.kindOf(other);
    if (of == SharedPairs.NONE
        || beside == SharedPairs.NONE
        || (a == b && classes.members[a].length == 1)) {
      return;
    }
    for (int j = 0; j < pairs.types(); j++) {
      if (pairs.run(of, beside, j)) {
        double ofFirst = pairs.stepsPerSecond(of, beside, j);
        double ofSecond = pairs.stepsPerSecond(beside, of, j);
        double gain = pairs.worth(one) * ofFirst + pairs.worth(other) * ofSecond;
        classes.add(a, b, pairs.poolOfType(j), j, pairs.scaleFactor(of), ofFirst, ofSecond, gain);
      }
    }
  }

  /** The columns between the classes that there are, or else between single jobs. */
  PairClasses all() {
    List<PairClasses> classes = between(classOf());
    return classes.isEmpty()
        ? between(IntStream.range(0, pairs.jobs()).toArray()).get(0)
        : classes.get(0);
  }
}
