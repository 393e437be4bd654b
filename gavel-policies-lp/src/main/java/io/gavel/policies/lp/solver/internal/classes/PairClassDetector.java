package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.SplitMix;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds classes of interchangeable jobs in a list of pairs, in a few passes over it. Jobs are in
 * one class if hashes of their columns alone, and of their pairs with the hashes of the partners,
 * are equal. The result is checked column by column: every two members of two classes must be a
 * pair with the same numbers.
 */
final class PairClassDetector {

  /** Passes over the pairs; each refines classes by those of the partners. */
  private static final int ROUNDS = 2;

  private final AllocationProgram program;

  /** The place of each column among the columns of its group, {@code [column]}. */
  private final int[] place;

  private final int places;
  private final RowEntries rows;

  PairClassDetector(AllocationProgram program) {
    this.program = program;
    place = new int[program.columnCount()];
    int most = 0;
    for (int c = 1; c < place.length; c++) {
      boolean same =
          program.first(c) == program.first(c - 1) && program.second(c) == program.second(c - 1);
      place[c] = same ? place[c - 1] + 1 : 0;
      most = Math.max(most, place[c]);
    }
    places = most + 1;
    rows = program.rows().byColumn(place.length);
  }

  /** Returns whether a program lists pairs; they are its last columns. */
  static boolean hasPairs(AllocationProgram program) {
    int last = program.columnCount() - 1;
    return last >= 0 && program.second(last) != ProgramColumns.NONE;
  }

  /** Classes numbered by their first job, {@code [job]}. */
  int[] classOf() {
    long[] alone = new long[program.jobCount()];
    for (int m = 0; m < alone.length; m++) {
      alone[m] = Double.doubleToLongBits(program.weight(m));
    }
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) == ProgramColumns.NONE) {
        alone[program.first(c)] =
            SplitMix.mixed(alone[program.first(c)], ofColumn(c, program.rate(c)));
      }
    }
    long[] hashes = alone;
    for (int round = 0; round < ROUNDS; round++) {
      hashes = withPartners(hashes);
    }
    return SplitMix.numbered(hashes);
  }

  /**
   * Returns a hash of each job with its pairs, {@code [job]}; it sums over pairs, so their order
   * does not matter.
   */
  private long[] withPartners(long[] hashes) {
    long[] sums = new long[hashes.length];
    for (int c = 0; c < program.columnCount(); c++) {
      int a = program.first(c);
      int b = program.second(c);
      if (b != ProgramColumns.NONE) {
        long ofFirst = ofColumn(c, program.rate(c));
        long ofSecond = ofColumn(c, program.secondRate(c));
        sums[a] += SplitMix.mixed(SplitMix.mixed(hashes[b], ofFirst), ofSecond);
        sums[b] += SplitMix.mixed(SplitMix.mixed(hashes[a], ofSecond), ofFirst);
      }
    }
    // A class paired with itself lacks one pair for each member, which is the same for all.
    Arrays.setAll(sums, m -> SplitMix.mixed(hashes[m], sums[m]));
    return sums;
  }

  private long ofColumn(int c, double rate) {
    long bits = SplitMix.mixed(program.pool(c), Double.doubleToLongBits(program.size(c)));
    bits = SplitMix.mixed(bits, Double.doubleToLongBits(program.gain(c)));
    long[] hash = {SplitMix.mixed(bits, Double.doubleToLongBits(rate))};
    rows.forEach(
        c,
        (i, a) -> hash[0] = SplitMix.mixed(SplitMix.mixed(hash[0], i), Double.doubleToLongBits(a)));
    return hash[0];
  }

  /** Returns the columns of the classes; an empty list if members of a class differ. */
  List<PairClasses> between(int[] classOf) {
    PairClasses classes = new PairClasses(classOf, Arrays.stream(classOf).max().orElse(-1) + 1);
    Map<Long, Integer> known = new HashMap<>();
    List<Integer> seen = new ArrayList<>();
    List<Integer> source = new ArrayList<>();
    for (int c = 0; c < program.columnCount(); c++) {
      int a = classOf[program.first(c)];
      int b = program.second(c) == ProgramColumns.NONE ? a : classOf[program.second(c)];
      boolean pair = program.second(c) != ProgramColumns.NONE;
      double ofFirst = a <= b ? program.rate(c) : program.secondRate(c);
      double ofSecond = a <= b ? program.secondRate(c) : program.rate(c);
      long key =
          (((long) Math.min(a, b) * classes.classes() + Math.max(a, b)) * 2 + (pair ? 1 : 0))
                  * places
              + place[c];
      int fresh = classes.count();
      int at = known.computeIfAbsent(key, k -> fresh);
      if (at == fresh) {
        classes.add(
            Math.min(a, b),
            pair ? Math.max(a, b) : PairClasses.NONE,
            program.pool(c),
            place[c],
            program.size(c),
            ofFirst,
            ofSecond,
            program.gain(c));
        rows.forEach(c, classes::couple);
        seen.add(0);
        source.add(c);
      }
      seen.set(at, seen.get(at) + 1);
      boolean same =
          classes.pool[at] == program.pool(c)
              && classes.size[at] == program.size(c)
              && classes.rate[at] == ofFirst
              && classes.secondRate[at] == ofSecond
              && classes.gain[at] == program.gain(c)
              && rows.isSame(c, source.get(at))
              && (!pair || a != b || ofFirst == ofSecond);
      if (!same) {
        return List.of();
      }
    }
    return isComplete(classes, seen) ? List.of(classes) : List.of();
  }

  private static boolean isComplete(PairClasses classes, List<Integer> seen) {
    for (int c = 0; c < classes.count(); c++) {
      long ofFirst = classes.members[classes.first[c]].length;
      long all = ofFirst;
      if (classes.second[c] == classes.first[c]) {
        all = ofFirst * (ofFirst - 1) / 2;
      } else if (classes.second[c] != PairClasses.NONE) {
        all = ofFirst * classes.members[classes.second[c]].length;
      }
      if (seen.get(c) != all) {
        return false;
      }
    }
    return true;
  }

  /** Returns the time of jobs and pairs as fractions of the program's columns, {@code [column]}. */
  double[] fractions(PairClasses classes, List<JobTime> shares) {
    Map<Long, Double> amounts = new HashMap<>();
    for (JobTime of : shares) {
      int c = of.column();
      amounts.merge(key(of.job(), of.partner(), classes.place[c]), of.amount(), Double::sum);
    }
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] = amounts.getOrDefault(key(program.first(c), program.second(c), place[c]), 0.0);
    }
    return x;
  }

  private long key(int m, int n, int at) {
    int partner = n == ProgramColumns.NONE ? m : n; // a job alone has the key of a pair with itself
    long low = Math.min(m, partner);
    long high = Math.max(m, partner);
    return (low * program.jobCount() + high) * places + at;
  }
}
