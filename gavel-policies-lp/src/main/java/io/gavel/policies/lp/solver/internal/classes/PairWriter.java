package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the pairs by job type that a solution uses as columns of a program. */
public final class PairWriter {

  private static final long NONE = -1;

  private final AllocationProgram program;
  private final ImplicitPairs pairs;
  private final List<JobTime> shares;

  /** The time of jobs alone and in configurations, {@code [column]}. */
  private final double[] alone;

  /** Pair, worker type and entry in {@link #shares} of the time of each pair, sorted. */
  private final long[] keys;

  private int used;

  private PairWriter(AllocationProgram program, PairClasses classes, List<JobTime> shares) {
    this.program = program;
    this.shares = shares;
    pairs = Programs.of(program).pairs();
    int n = program.jobCount();
    int types = pairs.types();
    alone = new double[program.columnCount()];
    int[] firstColumn = Programs.columns(program).starts(n);
    keys = new long[shares.size()];
    for (int e = 0; e < keys.length; e++) {
      JobTime of = shares.get(e);
      int m = of.job();
      int partner = of.partner();
      int at = classes.place[of.column()];
      if (partner == JobTime.NONE) {
        alone[firstColumn[m] + at] += of.amount();
      } else {
        long pair = (long) Math.min(m, partner) * n + Math.max(m, partner);
        keys[used++] = ((pair * types + at) << 24) | e;
      }
    }
    Arrays.sort(keys, 0, used);
  }

  /** Returns the program on the columns that a solution uses, and its point on them. */
  public static Written write(
      AllocationProgram program, PairClasses classes, List<JobTime> shares) {
    return new PairWriter(program, classes, shares).write();
  }

  /**
   * A program with the used pairs as columns. Its array is not copied.
   *
   * @param program the program
   * @param pairs the used pairs, which are the groups after the jobs
   * @param fractions of the program's columns, {@code [column]}
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  public record Written(AllocationProgram program, List<Group.Pair> pairs, double[] fractions) {

    /**
     * Returns the solution on these pairs.
     *
     * @param bound on its objective, over all pairs
     */
    CertifiedSolution solution(DualBound bound) {
      return CertifiedSolution.of(program, pairs, fractions, bound);
    }
  }

  private Written write() {
    int n = program.jobCount();
    int solo = program.columnCount();
    int types = pairs.types();
    ProgramColumns programColumns = Programs.columns(program).resized(solo + used, true);
    double[] gain = new double[solo + used];
    double[] x = Arrays.copyOf(alone, solo + used);
    for (int c = 0; c < solo; c++) {
      gain[c] = program.gain(c);
    }
    List<Group.Pair> written = new ArrayList<>();
    int count = solo;
    long lastPair = NONE;
    long lastKey = NONE;
    for (int i = 0; i < used; i++) {
      int e = (int) (keys[i] & 0xFFFFFF);
      long key = keys[i] >> 24;
      if (key == lastKey) {
        x[count - 1] += shares.get(e).amount();
        continue;
      }
      int first = (int) (key / types / n);
      int second = (int) (key / types % n);
      if (key / types != lastPair) {
        written.add(new Group.Pair(first, second));
      }
      lastPair = key / types;
      lastKey = key;
      int j = (int) (key % types);
      programColumns.entry[count] = (n + written.size() - 1) * types + j;
      programColumns.pool[count] = pairs.poolOfType(j);
      programColumns.first[count] = first;
      programColumns.size[count] = pairs.scaleFactor(first);
      programColumns.rate[count] = pairs.stepsPerSecond(first, second, j);
      programColumns.pair(count, second, pairs.stepsPerSecond(second, first, j));
      gain[count] = pairs.gain(first, second, j);
      x[count++] = shares.get(e).amount();
    }
    for (int c = 0; c < solo; c++) { // configurations are groups after the pairs
      if (programColumns.entry[c] >= n * types) {
        programColumns.entry[c] += written.size() * types;
      }
    }
    ProgramColumns all = programColumns.resized(count, true);
    AllocationProgram full =
        Programs.written(program, all, Arrays.copyOf(gain, count), rows(all, solo));
    return new Written(full, written, Arrays.copyOf(x, count));
  }

  /** Returns the coupling rows, with the coefficients of the pairs. */
  private CouplingRows rows(ProgramColumns columns, int solo) {
    CouplingRows ofJobs = program.rows();
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < ofJobs.count(); i++) {
      Entries entries = new Entries();
      ofJobs.forEach(i, entries::add);
      for (int c = solo; c < columns.count(); c++) {
        int j = columns.entry[c] % pairs.types();
        double a = pairs.coefficient(i, columns.first[c], columns.second(c), j);
        if (a != 0) {
          entries.add(c, a);
        }
      }
      rows.add(
          ofJobs.name(i), ofJobs.relation(i), ofJobs.bound(i), entries.indices(), entries.values());
    }
    return rows.build();
  }
}
