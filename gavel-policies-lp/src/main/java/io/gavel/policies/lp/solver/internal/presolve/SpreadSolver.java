package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tries the best that an objective of free variables alone could be: each that gains has its
 * largest value, and each that costs is 0. Demands and rows then ask the jobs for known totals. If
 * a greedy point reaches them, it is optimal: a level at which the smallest set of jobs runs full
 * time, or demands that need no purchase. Immutable.
 *
 * <p>Totals are reached in the order of the part of their most that they ask for. The jobs of each
 * share their time among their columns by rate times free workers of the pool, or as much of it as
 * the total asks for. If that is too little, they move to their best columns.
 */
public final class SpreadSolver implements AllocationSolver {

  private static final Tolerance ROUNDING = new Tolerance(0, 1e-14);

  /** Returns whether a program has no pairs, and an objective of free variables alone. */
  public static boolean suits(AllocationProgram program) {
    return program.freeVariables().count() > 0
        && !program.hasLevel()
        && !program.hasUtility()
        && !program.hasPairsByType()
        && Programs.columns(program).isByJob(program.jobCount())
        && IntStream.range(0, program.columnCount()).allMatch(c -> program.gain(c) == 0);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    FreeVariables free = program.freeVariables();
    double[] y = new double[free.count()];
    Arrays.setAll(y, f -> free.gain(f) > 0 ? free.most(f) : 0);
    List<Total> totals = new ArrayList<>();
    int[] start = Programs.columns(program).starts(program.jobCount());
    for (int m = 0; m < program.jobCount(); m++) {
      if (program.floor(m) > 0) {
        int[] columns = IntStream.range(start[m], start[m + 1]).toArray();
        double[] rates = Arrays.stream(columns).mapToDouble(program::rate).toArray();
        totals.add(Total.of(program, program.floor(m), columns, rates));
      }
    }
    CouplingRows rows = program.rows();
    double[] rowPrices = new double[rows.count()];
    boolean[] priced = new boolean[y.length];
    for (int i = 0; i < rowPrices.length; i++) {
      double[] asked = {rows.bound(i)};
      rows.forEachFree(i, (f, e) -> asked[0] -= e * y[f]);
      if (rows.relation(i) == Relation.AT_LEAST && asked[0] > 0) {
        Entries entries = new Entries();
        rows.forEach(i, entries::add);
        Total total = Total.of(program, asked[0], entries.indices(), entries.values());
        totals.add(total);
        int row = i;
        rows.forEachFree(
            i,
            (f, e) -> {
              boolean all = total.part >= 1 - ROUNDING.relative() && e < 0 && !priced[f];
              rowPrices[row] = all ? free.gain(f) / -e : rowPrices[row];
              priced[f] |= all;
            });
      }
    }
    totals.sort(Comparator.comparingDouble(total -> -total.part));
    double[] x = new double[program.columnCount()];
    double[] left = Programs.workers(program);
    totals.forEach(total -> total.reach(program, left, x));
    Prices none = Prices.zero(left.length, program.jobCount());
    SolverOutcome.Solved claim = new SolverOutcome.Solved(x, y, none, rowPrices, 0);
    return CertifiedSolution.of(program, claim).holdsWithin(ROUNDING)
        ? claim
        : new SolverOutcome.Declined("%s: not all at its best".formatted(this));
  }

  /**
   * A sum over columns that has to reach a number.
   *
   * @param columns of jobs; the columns of a job are neighbours, {@code [entry]}
   * @param of the coefficients, {@code [entry]}
   * @param isBest whether the column is the first one with the largest coefficient of its job
   * @param part the number as a part of the most that the sum could be
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  private record Total(double number, int[] columns, double[] of, boolean[] isBest, double part) {

    static Total of(AllocationProgram program, double number, int[] columns, double[] of) {
      boolean[] isBest = new boolean[of.length];
      double most = 0;
      for (int i = 0, best = 0; i < of.length; i++) {
        boolean same = program.first(columns[best]) == program.first(columns[i]);
        if (i == 0 || !same || of[i] > of[best]) {
          most += of[i] - (i > 0 && same ? of[best] : 0);
          isBest[best] &= !same;
          isBest[i] = true;
          best = i;
        }
      }
      return new Total(number, columns, of, isBest, number / most);
    }

    /**
     * Adds the point at which the total reaches its number.
     *
     * @param left the free workers, {@code [pool]}
     * @param x fractions, {@code [column]}
     */
    void reach(AllocationProgram program, double[] left, double[] x) {
      double[] share = new double[of.length];
      double sum = 0;
      for (int i = 0; i < of.length; ) {
        int from = i;
        double all = 0;
        for (; i < of.length && program.first(columns[i]) == program.first(columns[from]); i++) {
          share[i] = Math.max(0, of[i] * left[program.pool(columns[i])]);
          all += share[i];
        }
        for (int k = from; k < i && all > 0; k++) {
          share[k] /= all;
          sum += of[k] * share[k];
        }
      }
      double even = Math.min(1, number / sum);
      double moved = number > sum ? Math.min(1, (number - sum) / (number / part - sum)) : 0;
      for (int i = 0; i < of.length; i++) {
        double wanted = (1 - moved) * even * share[i] + (isBest[i] ? moved : 0);
        double more = Math.max(0, wanted - x[columns[i]]);
        x[columns[i]] += more;
        left[program.pool(columns[i])] -= more * program.size(columns[i]);
      }
    }
  }

  @Override
  public String toString() {
    return "spread time";
  }
}
