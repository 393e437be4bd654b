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

/**
 * Tries the best that an objective of free variables alone could be: each that gains has its
 * largest value, and each that costs is 0. Demands and rows then ask the jobs for known totals. If
 * a greedy point reaches them, it is optimal: a level at which the smallest set of jobs runs full
 * time, or demands that need no purchase. Immutable.
 *
 * <p>Totals are reached in the order of the part of their most that they ask for. The jobs of each
 * share their time among their columns by rate times free workers of the pool, or as much of it as
 * the total asks for. If that is too little, shares follow higher powers of the rate.
 */
public final class SpreadSolver implements AllocationSolver {

  private static final Tolerance ROUNDING = new Tolerance(0, 1e-14);

  /** The largest power of relative rates that shares of time follow, short of the best alone. */
  private static final int MOST_POWER = 32;

  private static final int MOST_ATTEMPTS = 5;

  /** The part of its workers that is aimed at for a pool that was overfull. */
  private static final double LESS = 0.97;

  /** Creates the solver; it has no options. */
  public SpreadSolver() {}

  /** Returns whether a program has no pairs, and an objective of free variables alone. */
  public static boolean suits(AllocationProgram program) {
    boolean suits =
        program.freeVariables().count() > 0
            && !program.hasLevel()
            && !program.hasUtility()
            && !program.hasPairsByType()
            && Programs.columns(program).isByJob(program.jobCount());
    for (int c = 0; suits && c < program.columnCount(); c++) {
      suits = program.gain(c) == 0;
    }
    return suits;
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
        Entries entries = new Entries();
        for (int c = start[m]; c < start[m + 1]; c++) {
          entries.add(c, program.rate(c));
        }
        totals.add(new Total(program, program.floor(m), entries));
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
        Total total = new Total(program, asked[0], entries);
        totals.add(total);
        if (total.part >= 1 - ROUNDING.relative()) { // the jobs limit the free variables
          int row = i;
          rows.forEachFree(
              i,
              (f, e) -> {
                rowPrices[row] = e < 0 && !priced[f] ? free.gain(f) / -e : 0;
                priced[f] |= rowPrices[row] > 0;
              });
        }
      }
    }
    totals.sort(Comparator.comparingDouble(total -> -total.part));
    Prices none = Prices.zero(program.poolCount(), program.jobCount());
    double[] x = point(program, totals);
    SolverOutcome.Solved claim = new SolverOutcome.Solved(x, y, none, rowPrices, 0);
    return CertifiedSolution.of(program, claim).holdsWithin(ROUNDING)
        ? claim
        : new SolverOutcome.Declined("%s: not all at its best".formatted(this));
  }

  /** Returns a point that reaches all totals, if one within the pools is found soon. */
  private static double[] point(AllocationProgram program, List<Total> totals) {
    double[] x = new double[program.columnCount()];
    double[] left = new double[program.poolCount()];
    double[] use = new double[left.length];
    Arrays.fill(use, 1);
    boolean fits = false;
    for (int attempt = 0; attempt < MOST_ATTEMPTS && !fits; attempt++) {
      Arrays.fill(x, 0);
      Arrays.setAll(left, program::workers);
      for (Total total : totals) {
        total.reach(left, use, x);
      }
      fits = true;
      for (int k = 0; k < use.length; k++) {
        double workers = program.workers(k);
        fits &= left[k] >= 0;
        use[k] *= left[k] < 0 ? LESS * workers / (workers - left[k]) : 1;
      }
    }
    return x;
  }

  /** A sum over columns that has to reach a number. Mutable. */
  private static final class Total {

    private final AllocationProgram program;
    private final double number;
    private final int[] columns;

    /** The coefficients relative to the best of the job, and the best, {@code [entry]}. */
    private final double[] relative;

    private final double[] best;

    /** The first entry of each job, followed by the number of entries. */
    private final int[] first;

    /** The number as a part of the most that it could be. */
    final double part;

    Total(AllocationProgram program, double number, Entries entries) {
      this.program = program;
      this.number = number;
      columns = entries.indices();
      relative = entries.values();
      best = new double[columns.length];
      int[] from = new int[columns.length + 1];
      int jobs = 0;
      double most = 0;
      for (int i = 0; i < columns.length; jobs++) {
        int end = i;
        double largest = 0;
        for (; end < columns.length && job(end) == job(i); end++) {
          largest = Math.max(largest, relative[end]);
        }
        for (; i < end; i++) {
          best[i] = largest;
          relative[i] = largest > 0 ? Math.max(0, relative[i] / largest) : 0;
        }
        from[jobs + 1] = end;
        most += largest;
      }
      first = Arrays.copyOf(from, jobs + 1);
      part = number / most;
    }

    private int job(int entry) {
      return program.first(columns[entry]);
    }

    /**
     * Adds the point at which the total reaches its number.
     *
     * @param left the free workers, {@code [pool]}
     * @param use how much of their time jobs spend, where they have a choice, {@code [pool]}
     * @param x fractions, {@code [column]}
     */
    void reach(double[] left, double[] use, double[] x) {
      double[] weight = new double[columns.length];
      for (int i = 0; i < weight.length; i++) {
        weight[i] = relative[i] * Math.max(0, left[program.pool(columns[i])]);
      }
      double[] power = relative.clone();
      double[] slower = new double[weight.length];
      double[] faster = new double[weight.length];
      double before = 0;
      double sum = share(weight, faster);
      double used = 0;
      for (int i = 0; i < weight.length; i++) {
        slower[i] = faster[i] * use[program.pool(columns[i])];
        used += slower[i] * relative[i] * best[i];
      }
      if (used >= number) {
        sum = used;
        System.arraycopy(slower, 0, faster, 0, slower.length);
      }
      Arrays.fill(slower, 0);
      for (int p = 1; sum < number && p <= 2 * MOST_POWER; p *= 2) {
        System.arraycopy(faster, 0, slower, 0, slower.length);
        before = sum;
        for (int i = 0; i < weight.length; i++) {
          weight[i] = p > MOST_POWER ? (relative[i] == 1 ? 1 : 0) : weight[i] * power[i];
          power[i] *= p > 1 ? power[i] : 1;
        }
        sum = share(weight, faster);
      }
      double moved = sum > before ? Math.min(1, (number - before) / (sum - before)) : 1;
      for (int i = 0; i < weight.length; i++) {
        double more = (1 - moved) * slower[i] + moved * faster[i] - x[columns[i]];
        if (more > 0) {
          x[columns[i]] += more;
          left[program.pool(columns[i])] -= more * program.size(columns[i]);
        }
      }
    }

    /** Divides the time of each job by weights; returns the total of these shares. */
    private double share(double[] weight, double[] shares) {
      double total = 0;
      for (int m = 0; m + 1 < first.length; m++) {
        double all = 0;
        for (int i = first[m]; i < first[m + 1]; i++) {
          all += weight[i];
        }
        for (int i = first[m]; i < first[m + 1]; i++) {
          shares[i] = all > 0 ? weight[i] / all : 0;
          total += shares[i] * relative[i] * best[i];
        }
      }
      return total;
    }
  }

  @Override
  public String toString() {
    return "spread time";
  }
}
