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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes the pairs by job type that a solution uses as columns of a program. */
public final class PairWriter {

  private final AllocationProgram program;
  private final ImplicitPairs pairs;

  /** The time of jobs alone and in configurations, {@code [column]}. */
  private final double[] alone;

  /** The time of each pair on a worker type, by pair and type, ascending. */
  private final SortedMap<Long, Double> together = new TreeMap<>();

  private PairWriter(AllocationProgram program, PairClasses classes, List<JobTime> shares) {
    this.program = program;
    pairs = Programs.of(program).pairs();
    long n = program.jobCount();
    alone = new double[program.columnCount()];
    int[] firstColumn = Programs.columns(program).starts(program.jobCount());
    for (JobTime of : shares) {
      int m = of.job();
      int partner = of.partner();
      int at = classes.place[of.column()];
      if (partner == JobTime.NONE) {
        alone[firstColumn[m] + at] += of.amount();
      } else {
        long pair = Math.min(m, partner) * n + Math.max(m, partner);
        together.merge(pair * pairs.types() + at, of.amount(), Double::sum);
      }
    }
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
    int count = solo + together.size();
    ProgramColumns columns = Programs.columns(program).resized(count, true);
    double[] gain = new double[count];
    double[] x = Arrays.copyOf(alone, count);
    for (int c = 0; c < solo; c++) {
      gain[c] = program.gain(c);
    }
    List<Group.Pair> written = new ArrayList<>();
    int at = solo;
    long last = -1;
    for (Map.Entry<Long, Double> of : together.entrySet()) {
      long pair = of.getKey() / types;
      int j = (int) (of.getKey() % types);
      int first = (int) (pair / n);
      int second = (int) (pair % n);
      if (pair != last) {
        written.add(new Group.Pair(first, second));
      }
      last = pair;
      columns.entry[at] = (n + written.size() - 1) * types + j;
      columns.pool[at] = pairs.poolOfType(j);
      columns.first[at] = first;
      columns.size[at] = pairs.scaleFactor(first);
      columns.rate[at] = pairs.stepsPerSecond(first, second, j);
      columns.pair(at, second, pairs.stepsPerSecond(second, first, j));
      gain[at] = pairs.gain(first, second, j);
      x[at++] = of.getValue();
    }
    for (int c = 0; c < solo; c++) { // configurations are groups after the pairs
      if (columns.entry[c] >= n * types) {
        columns.entry[c] += written.size() * types;
      }
    }
    AllocationProgram full = Programs.written(program, columns, gain, rows(columns, solo));
    return new Written(full, written, x);
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
          ofJobs.row(i).name(),
          ofJobs.relation(i),
          ofJobs.bound(i),
          entries.indices(),
          entries.values());
    }
    return rows.build();
  }
}
