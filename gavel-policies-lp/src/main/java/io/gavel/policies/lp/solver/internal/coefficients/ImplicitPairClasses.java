package io.gavel.policies.lp.solver.internal.coefficients;

import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Finds classes of interchangeable jobs if pairs are known by job type.
 *
 * @param pairs the pairs
 * @param programColumns the columns of jobs alone, ordered by job
 * @param goal the goal over these columns
 */
public record ImplicitPairClasses(ImplicitPairs pairs, ProgramColumns programColumns, Goal goal) {

  /**
   * Returns the class of each job, {@code [job]}. Jobs are in one class if they have the same type,
   * the same columns alone and in configurations, their steps are worth the same, their utilities
   * have the same weight, and the same terms of constraints count them. So they have equal
   * coefficients in all coupling rows.
   */
  public int[] classOf() {
    int n = pairs.jobs();
    long[] hashes = new long[n];
    Arrays.setAll(
        hashes, m -> SplitMix.mixed(pairs.hash(m), Double.doubleToLongBits(goal.weight(m))));
    for (int c = 0; c < programColumns.count(); c++) {
      int m = programColumns.first[c];
      long hash = SplitMix.mixed(hashes[m], programColumns.entry[c] % pairs.types());
      hash = SplitMix.mixed(hash, Double.doubleToLongBits(programColumns.size[c]));
      hash = SplitMix.mixed(hash, Double.doubleToLongBits(programColumns.rate[c]));
      hashes[m] = SplitMix.mixed(hash, Double.doubleToLongBits(goal.gain(c)));
    }
    return SplitMix.numbered(hashes);
  }

  /** Returns the columns of the classes; an empty list if members of a class differ. */
  public List<PairClasses> between(int[] classOf) {
    PairClasses classes = new PairClasses(classOf, Arrays.stream(classOf).max().orElse(-1) + 1);
    int[][] columnsOf = new int[classOf.length][0];
    for (int c = 0, from = 0; c < programColumns.count(); c++) { // columns are ordered by job
      if (c + 1 == programColumns.count()
          || programColumns.first[c + 1] != programColumns.first[c]) {
        int first = from;
        columnsOf[programColumns.first[c]] = new int[c + 1 - from];
        Arrays.setAll(columnsOf[programColumns.first[c]], i -> first + i);
        from = c + 1;
      }
    }
    for (int a = 0; a < classes.classes(); a++) {
      int[] members = classes.members[a];
      int one = members[0];
      for (int m : members) {
        if (!same(columnsOf[one], columnsOf[m], one, m)) {
          return List.of(); // a hash collision
        }
      }
      for (int i = 0; i < columnsOf[one].length; i++) {
        int c = columnsOf[one][i];
        classes.addSolo(
            a,
            programColumns.pool[c],
            i,
            programColumns.size[c],
            programColumns.rate[c],
            goal.gain(c));
        couple(classes, row -> pairs.coefficient(row, programColumns.entry[c]));
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
    boolean same =
        pairs.isAlike(one, other)
            && goal.weight(one) == goal.weight(other)
            && ones.length == others.length;
    for (int i = 0; same && i < ones.length; i++) {
      int c = ones[i];
      int d = others[i];
      same =
          programColumns.entry[c] % pairs.types() == programColumns.entry[d] % pairs.types()
              && programColumns.size[c] == programColumns.size[d]
              && programColumns.rate[c] == programColumns.rate[d]
              && goal.gain(c) == goal.gain(d);
    }
    return same;
  }

  private void addPairs(PairClasses classes, int a, int b) {
    if (a == b && classes.members[a].length == 1) {
      return;
    }
    int one = classes.members[a][0];
    int other = classes.members[b][a == b ? 1 : 0];
    for (int type = 0; type < pairs.types(); type++) {
      int j = type;
      if (pairs.run(one, other, j)) {
        double ofFirst = pairs.stepsPerSecond(one, other, j);
        double ofSecond = pairs.stepsPerSecond(other, one, j);
        double gain = pairs.gain(one, other, j);
        classes.add(a, b, pairs.poolOfType(j), j, pairs.scaleFactor(one), ofFirst, ofSecond, gain);
        couple(classes, row -> pairs.coefficient(row, one, other, j));
      }
    }
  }

  /** Adds the coefficients of the last column in the coupling rows. */
  private void couple(PairClasses classes, IntToDoubleFunction coefficient) {
    for (int row = 0; row < pairs.rows(); row++) {
      double a = coefficient.applyAsDouble(row);
      if (a != 0) {
        classes.couple(row, a);
      }
    }
  }

  /** Returns the columns of the classes or, if members of a class differ, of single jobs. */
  public PairClasses all() {
    List<PairClasses> classes = between(classOf());
    return classes.isEmpty()
        ? between(IntStream.range(0, pairs.jobs()).toArray()).get(0)
        : classes.get(0);
  }
}
